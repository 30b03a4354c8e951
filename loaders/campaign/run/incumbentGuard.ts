import type {Failure} from "./campaignHost.js";

/** What keeps the eye on the incumbent while it should be down. */
export interface GuardedHost {
  /** Calls back when the incumbent runs, until the signal aborts. */
  guard(onBack: (at: string) => void, signal: AbortSignal): Promise<void>;
}

/**
 * Remembers that the incumbent came back in the middle: by the engine's restart policy, its owner, or a person. It then shares the
 * cards with what is measured, and somebody may want it: the campaign yields, and stops it no second time.
 */
export class IncumbentGuard {
  #end: AbortController | null = null;
  #back: Failure | null = null;

  /** `onBack` is told the first time, with the engine's time. */
  constructor(
    private readonly name: string,
    private readonly onBack: (at: string) => void
  ) {}

  start(host: GuardedHost): void {
    this.#end = new AbortController();
    void host.guard((at) => this.#seen(at), this.#end.signal);
  }

  /** Before the incumbent is started by the campaign itself. What was seen is forgotten: it is where it should be. */
  stop(): void {
    this.#end?.abort();
    this.#end = null;
    this.#back = null;
  }

  /** Why nothing more can be measured; null while the incumbent is down. */
  get back(): Failure | null {
    return this.#back;
  }

  #seen(at: string): void {
    if (this.#back !== null || this.#end === null) return;
    this.#back = {
      code: "incumbent-back",
      message: `The incumbent ${this.name} was started at ${at}, not by this campaign: it shares the host with what is measured`
    };
    this.onBack(at);
  }
}
