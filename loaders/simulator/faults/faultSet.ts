/** The faults of one simulator: which are on, with what parameters, and whom each hits. */
import type {Answer} from "../answer/answer.js";
import type {Conversation} from "../answer/conversation.js";
import type {Output} from "../host/output.js";
import type {ModelSpec} from "../options.js";
import {hash32, seeded} from "../random.js";
import {FAULTS} from "./catalogue.js";
import type {EnginePlace, Fault, FaultHooks, FaultyHost, Refusal, RequestContext} from "./fault.js";

interface Active {
  fault: Fault;
  parameters: Map<string, number>;
  /** Requests it could have hit so far. */
  seen: number;
}

/** `name` or `name:key=value,key=value`. Throws for an unknown name. */
function activate(text: string): Active {
  const [name = "", rest = ""] = text.split(":");
  const fault = FAULTS.find((one) => one.name === name);
  if (!fault)
    throw new RangeError(`no fault is named "${name}"; there are: ${FAULTS.map((one) => one.name).join(", ")}`);
  const parameters = new Map<string, number>();
  for (const pair of rest.split(",").filter(Boolean)) {
    const [key = "", value = ""] = pair.split("=");
    if (!key || !Number.isFinite(Number(value))) throw new RangeError(`"${pair}" of fault "${name}" is not key=number`);
    parameters.set(key, Number(value));
  }
  return {fault, parameters, seen: 0};
}

/** What the faults do to one request. */
export interface RequestFaults {
  answer: Answer;
  refusal: Refusal | null;
  wrap(output: Output): Output;
  prefilled(): void;
}

export class FaultSet {
  readonly #active: Active[];

  constructor(
    names: readonly string[],
    readonly seed: number
  ) {
    this.#active = names.map(activate);
  }

  get names(): string[] {
    return this.#active.map(({fault}) => fault.name);
  }

  at(place: EnginePlace): boolean {
    return this.#active.some(({fault}) => fault.places?.includes(place));
  }

  /** A parameter of whichever fault is active at a place. */
  parameterAt(place: EnginePlace, name: string, fallback: number): number {
    const active = this.#active.find(({fault}) => fault.places?.includes(place));
    return active?.parameters.get(name) ?? fallback;
  }

  model(model: ModelSpec, boot: number): ModelSpec {
    return this.#active.reduce((changed, {fault}) => fault.hooks?.model?.(changed, boot) ?? changed, model);
  }

  booted(host: FaultyHost): void {
    for (const {fault} of this.#active) fault.hooks?.booted?.(host);
  }

  request(host: FaultyHost, conversation: Conversation, planned: Answer): RequestFaults {
    let answer = planned;
    const hits: {hooks: FaultHooks; context: RequestContext}[] = [];
    for (const active of this.#active) {
      const context = this.#hit(active, host, conversation, answer);
      if (!context) continue;
      const hooks = active.fault.hooks ?? {};
      answer = hooks.answer?.(context) ?? answer;
      hits.push({hooks, context: {...context, answer}});
    }
    const refusals = hits.flatMap(({hooks, context}) => (hooks.refuse ? [hooks.refuse(context)] : []));
    return {
      answer,
      refusal: refusals[0] ?? null,
      wrap: (output) => hits.reduce((wrapped, {hooks, context}) => hooks.output?.(wrapped, context) ?? wrapped, output),
      prefilled: () => {
        for (const {hooks, context} of hits) hooks.prefilled?.(context);
      }
    };
  }

  #hit(active: Active, host: FaultyHost, conversation: Conversation, answer: Answer): RequestContext | null {
    const hooks = active.fault.hooks;
    if (!hooks || hooks.applies?.(conversation, answer) === false) return null;
    const turn = active.seen++;
    const every = active.parameters.get("every") ?? hooks.every ?? 1;
    const first = active.parameters.get("first") ?? hooks.first ?? every - 1;
    if (turn < first || (turn - first) % every !== 0) return null;
    const random = seeded(hash32(`${active.fault.name} ${turn}`, this.seed));
    const parameter = (name: string, fallback: number): number => active.parameters.get(name) ?? fallback;
    return {conversation, answer, host, turn, random, parameter};
  }
}
