/** Takes secrets out of a foreign file's text: keys by their look, and values by the name of their field, flag, header or variable. */

import {Problem} from "../../src/schema/problem.js";

const MARK = "[redacted]";
const SECRET_WORD =
  "(?:api[_-]?keys?|apikey|authorization|passw(?:or)?d|secret(?:[_-]?key)?|access[_-]?token|auth[_-]?token|hf[_-]?token|bearer[_-]?token|private[_-]?key|client[_-]?secret|x-api-key)";

/** A value that is no secret although its field has such a name: a type, a switch, a placeholder, a variable's name. */
const HARMLESS =
  /^(?:|EMPTY|none|null|true|false|redacted|\[redacted\]|\*+|\$\{?[A-Z_]+\}?|[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET))$/i;

const RULES: [RegExp, (...groups: string[]) => string][] = [
  // "api_key": "..." in JSON, and the same inside a string that is itself escaped JSON
  [new RegExp(`(\\\\?"[\\w.-]{0,40}${SECRET_WORD}\\\\?"\\s{0,8}:\\s{0,8}\\\\?")([^"\\\\]{1,4096})`, "gi"), keep],
  // api_key = "..." in TOML
  [new RegExp(`(^[\\w."-]{0,40}${SECRET_WORD}"?[ \\t]{0,8}=[ \\t]{0,8}["'])([^"'\\n]{1,4096})`, "gim"), keep],
  // --api-key VALUE, --api-key=VALUE, either in quotes, also as neighbours in a list of arguments
  [
    new RegExp(
      `(--[\\w-]{0,40}${SECRET_WORD}(?:(?:=|\\s{1,4})(?:\\\\{0,3}["'])?|\\\\?",\\s{0,8}\\\\?"))([^\\s"'\\\\]{1,4096})`,
      "gi"
    ),
    keep
  ],
  // a header as a pair of name and value
  [
    /("(?:x-)?(?:api-key|auth-token|authorization)"\s{0,8},\s{0,8}(?:"value"\s{0,8}:\s{0,8})?")([^"\\]{1,4096})/gi,
    keep
  ],
  // a field named just so may hold a word of a model's answer: only what no text holds
  [/("(?:token|credentials?|auth)"\s{0,8}:\s{0,8}")(?=[^"\\\s]{0,200}\d)([^"\\\s]{16,4096})/gi, keep],
  // Authorization: Bearer VALUE
  [
    /(authorization['"\\]{0,4}\s{0,4}[:=]\s{0,4}['"\\]{0,4}(?:bearer|basic|token)\s{1,4})([A-Za-z0-9._~+/=-]{4,4096})/gi,
    keep
  ],
  // a scheme and what looks like a key (long, with a digit): "basic conditions" is a sentence
  [/(\b(?:bearer|basic)\s{1,4})(?=[A-Za-z._~+/=-]{0,40}\d)([A-Za-z0-9._~+/=-]{16,4096})/gi, keep],
  [new RegExp(`(\\b${SECRET_WORD}:\\s{1,4})([^\\s"'\\\\,]{6,4096})`, "gi"), keep],
  // NAME_API_KEY=VALUE in an environment
  [/(\b[A-Z][A-Z0-9_]{0,60}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)=)([^\s"'\\,]{1,4096})/g, keep],
  // ?token=VALUE in an address
  [/([?&](?:api_?key|access_token|token|key|sig|signature|password)=)([^&\s"'\\]{4,4096})/gi, keep],
  // user:password@ in an address
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"]{1,100}:)([^\s@/"]{1,200})(?=@)/gi, keep],
  // keys by their look
  [
    /()\b((?:sk|pk|rk)-[A-Za-z0-9_-]{16,200}|hf_[A-Za-z0-9]{20,100}|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|nvapi-[A-Za-z0-9_-]{20,200}|AKIA[A-Z0-9]{16}|xox[abpr]-[A-Za-z0-9-]{10,200}|AIza[A-Za-z0-9_-]{30,60}|eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{5,2000})/g,
    keep
  ]
];

function keep(whole: string, before: string, value: string): string {
  return HARMLESS.test(value) ? whole : `${before}${MARK}`;
}

/** Variables of a server's environment that are known to hold none; what is not on the list loses its value. */
const HARMLESS_VARIABLE =
  /^(?:PATH|PWD|HOME|HOSTNAME|SHELL|TERM|TZ|LANG|LANGUAGE|LC_\w+|SHLVL|DEBIAN_FRONTEND|(?:LD|PYTHON|PIP|UV|CUDA|CUBLAS|CUDNN|NV|NVIDIA|NCCL|NVSHMEM|UCX|OMP|MKL|TORCH|TORCHINDUCTOR|PYTORCH|TRITON|FLASHINFER|SGL|SGLANG|SGL_KERNEL|VLLM|GLOO|TP|HF_HOME|HF_HUB|TRANSFORMERS|TOKENIZERS|XDG|MAX|MODEL|JIT)(?:_\w+)?)$/;

/** `"Env": ["NAME=value", ...]` of a container's inspection. */
const ENVIRONMENT = /"Env"\s*:\s*\[\s*(?:"(?:[^"\\]|\\.)*"\s*,?\s*)*\]/g;

/** Environments by allow-list (design, section 4): nobody can tell a password by the name of its variable. */
const redactEnvironments = (text: string): string =>
  text.replace(ENVIRONMENT, (block) =>
    block.replace(/"([A-Za-z_]\w*)=((?:[^"\\]|\\.)+)"/g, (whole, name: string, value: string) =>
      HARMLESS_VARIABLE.test(name) || HARMLESS.test(value) ? whole : `"${name}=${MARK}"`
    )
  );

const MAX_SECRETS = 50_000;

/** The text without its secrets; the same text where there are none. Throws a Problem for a text that seems to be made of secrets. */
export function redactSecrets(text: string): string {
  let found = 0;
  return RULES.reduce(
    (t, [pattern, replace]) =>
      t.replace(pattern, (whole: string, before: string, value: string) => {
        if (++found > MAX_SECRETS)
          throw new Problem("import.secrets", `It holds more than ${MAX_SECRETS} texts that look like secrets`);
        return replace(whole, before, value);
      }),
    redactEnvironments(text)
  );
}
