import type {HostSnapshot} from "../../../src/schema/host.js";
import type {Containers} from "../../host/containers/index.js";

/** What a check may look at. It changes nothing. */
export interface CheckEffects {
  /** Null: no engine is used (attached). */
  containers: Containers | null;
  /** Whether paths and ports of this machine are the host's: false when DOCKER_HOST is another machine. */
  local: boolean;
  gpus(argv: string[] | null): Promise<HostSnapshot["gpus"]>;
  /** Requests in work and finished so far, as the server tells; null where it does not, or does not answer. */
  server(baseUrl: string): Promise<{
    answers: boolean;
    running: number | null;
    total: number | null;
    /** Why its models are not known, and whether it asks for (another) key. */
    error?: string | null;
    wantsKey?: boolean;
    /** Models that it offers. */
    models?: string[];
  }>;
  /** Why files cannot be made below a folder (which need not be there yet); null when they can. */
  unwritable(path: string): Promise<string | null>;
  exists(path: string): Promise<boolean>;
  /** Whether 127.0.0.1:port can be listened on now. */
  portFree(port: number): Promise<boolean>;
  /** MiB of weight files of a model below a folder; null when there are none. */
  weightsMib(folder: string, model: string): Promise<number | null>;
  diskFreeMib(path: string): Promise<number | null>;
  sleep(ms: number): Promise<void>;
  env: NodeJS.ProcessEnv;
  /** Smallest boots an arm for a family of so many primary comparisons (the statistics' own rule). */
  needs(family: number, alpha: number): number;
}
