/** Error codes of the network, each as a sentence that a person understands. Codes, never message texts, are matched. */
const SENTENCES: Record<string, string> = {
  ECONNREFUSED: "the connection was refused: nothing listens there",
  ECONNRESET: "the server reset the connection",
  EPIPE: "the server closed the connection while the request was being sent",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  ENOTFOUND: "the host's name is not known (DNS)",
  EAI_AGAIN: "the host's name could not be looked up (DNS)",
  UND_ERR_CONNECT_TIMEOUT: "the connection could not be opened in time",
  UND_ERR_SOCKET: "the server closed the connection",
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are larger than this client accepts",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer is not as long as its content-length says",
  UND_ERR_RESPONSE_EXCEEDED_MAX_SIZE: "the answer is larger than this client accepts",
  CERT_HAS_EXPIRED: "the server's TLS certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the server's TLS certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the server's TLS certificate chain is signed by itself",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server's TLS certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's TLS certificate is for another name",
  EPROTO: "the server does not speak TLS as expected"
};

/** A network or protocol error as `sentence (CODE)`; an unknown one keeps its code or class. Nothing of the request is in it. */
export function failureSentence(error: unknown): string {
  const code = codeOf(error);
  if (code === null) return "the exchange failed for an unknown reason";
  if (code.startsWith("HPE_") || code === "HTTPParserError")
    return `the answer is not HTTP/1.1 as it should be (${code})`;
  return `${SENTENCES[code] ?? "the exchange failed"} (${code})`;
}

/** The code of an error or of what caused it. */
function codeOf(error: unknown, depth = 0): string | null {
  if (typeof error !== "object" || error === null || depth > 4) return null;
  const {code, cause, errors, name} = error as {code?: unknown; cause?: unknown; errors?: unknown; name?: unknown};
  const own = typeof code === "string" ? code : null;
  if (own !== null && own !== "UND_ERR_SOCKET") return own;
  const inner = codeOf(cause, depth + 1) ?? (Array.isArray(errors) ? codeOf(errors[0], depth + 1) : null);
  return inner ?? own ?? (typeof name === "string" ? name : null);
}
