import type {ContainerState} from "../../host/containers/index.js";

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

export interface ByHand {
  code: string;
  name: string;
  baseUrl: string;
  healthPath: string;
  campaign: string;
  state: ContainerState | null;
  /** Candidates that could not be removed. */
  left: string[];
  env: NodeJS.ProcessEnv;
}

/** The exact commands by which a person brings the incumbent back when Assay could not, in order. */
export function byHand(facts: ByHand): string[] {
  const host = facts.env["DOCKER_HOST"];
  const docker = host ? `docker -H ${quoted(host)}` : "docker";
  const name = quoted(facts.name);
  const commands: string[] = [];
  if (facts.code === "engine-stopped") {
    commands.push("sudo systemctl start docker");
  }
  for (const candidate of facts.left) commands.push(`${docker} rm --force --volumes ${quoted(candidate)}`);
  if (facts.code === "port-taken") {
    for (const port of facts.state?.identity.ports ?? []) {
      const outside = /:(\d+)->/.exec(port)?.[1];
      if (outside !== undefined) commands.push(`ss -ltnp 'sport = :${outside}'`);
    }
  }
  if (facts.code === "mount-missing") {
    for (const mount of facts.state?.sources ?? []) {
      if (mount.type === "bind") commands.push(`ls -ld ${quoted(mount.source)}`);
      else if (mount.type === "volume") commands.push(`${docker} volume inspect ${quoted(mount.source)}`);
    }
  }
  if (facts.code === "container-missing") {
    commands.push(`${docker} ps --all --filter name=${name}`);
  } else {
    commands.push(
      `${docker} start ${name}`,
      `${docker} logs --tail 100 ${name}`,
      `curl -fsS ${quoted(facts.baseUrl + facts.healthPath)}`
    );
  }
  commands.push(`npm run restore -- ${quoted(facts.campaign)}`);
  return commands;
}
