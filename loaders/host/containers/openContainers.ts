import Docker from "dockerode";
import {makeRedactor} from "../../record/redact.js";
import type {Recipe} from "../../../src/schema/recipe.js";
import type {Containers, ContainerState, CreateOptions, EngineEvent, EngineFacts, ImageFacts} from "./containers.js";
import {CAMPAIGN_LABEL, createOptions} from "./createOptions.js";
import {engineAddress} from "./engineAddress.js";
import {findImage} from "./findImage.js";
import {HostFailure} from "./hostFailure.js";
import {stateOf} from "./identity.js";
import {LogLines} from "./logLines.js";
import {mapEngineError} from "./mapEngineError.js";
import {parseEvents} from "./parseEvents.js";
import {secretsOf} from "./secretValues.js";

export interface ContainersEffects {
  env: NodeJS.ProcessEnv;
  /** Seconds that an engine may take to answer a question. Stopping has its grace period on top. */
  answerS: number;
}
const realEffects: ContainersEffects = {env: process.env, answerS: 60};

/** The one implementation of Containers: the Docker Engine API through dockerode, at DOCKER_HOST. */
export function openContainers(effects: Partial<ContainersEffects> = {}): Containers {
  const {env, answerS} = {...realEffects, ...effects};
  return new EngineContainers(
    new Docker(engineAddress(env)),
    env["DOCKER_HOST"] ?? "unix:///var/run/docker.sock",
    answerS
  );
}

const statusOf = (error: unknown): number | null => (error as {statusCode?: number} | null)?.statusCode ?? null;

class EngineContainers implements Containers {
  readonly #docker: Docker;
  readonly #where: string;
  readonly #answerS: number;

  constructor(docker: Docker, where: string, answerS: number) {
    this.#docker = docker;
    this.#where = where;
    this.#answerS = answerS;
  }

  async #ask<T>(doing: string, call: (abortSignal: AbortSignal) => Promise<T>, extraS = 0): Promise<T> {
    try {
      return await call(AbortSignal.timeout((this.#answerS + extraS) * 1000));
    } catch (error) {
      throw mapEngineError(error, doing, this.#where);
    }
  }

  async engine(): Promise<EngineFacts> {
    // The system calls of dockerode take no signal; a race gives them the same limit.
    const limited = <T>(call: Promise<T>, signal: AbortSignal) =>
      Promise.race([call, new Promise<never>((_, no) => signal.addEventListener("abort", () => no(signal.reason)))]);
    return this.#ask("asking the engine who it is", async (signal) => {
      const info: unknown = await limited(this.#docker.info(), signal);
      const version = await limited(this.#docker.version(), signal);
      const {ID, KernelVersion, Runtimes} = info as {
        ID?: string;
        KernelVersion?: string;
        Runtimes?: Record<string, unknown>;
      };
      return {
        id: ID ?? "",
        version: version.Version,
        api_version: version.ApiVersion,
        kernel: KernelVersion ?? null,
        runtimes: Object.keys(Runtimes ?? {})
      };
    });
  }

  async find(nameOrId: string): Promise<ContainerState | null> {
    return this.#ask(`inspecting ${nameOrId}`, async (abortSignal) => {
      try {
        return stateOf(await this.#docker.getContainer(nameOrId).inspect({abortSignal}));
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    });
  }

  async image(reference: string): Promise<ImageFacts> {
    return this.#ask("listing images", async (abortSignal) =>
      findImage(reference, await this.#docker.listImages({abortSignal}))
    );
  }

  async hasVolume(name: string): Promise<boolean> {
    return this.#ask(`inspecting the volume ${name}`, async (abortSignal) => {
      try {
        await this.#docker.getVolume(name).inspect({abortSignal});
        return true;
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw error;
      }
    });
  }

  async create(recipe: Recipe, options: CreateOptions): Promise<string> {
    const image = await this.image(recipe.image);
    const reference = image.digests.includes(recipe.image) ? recipe.image : image.id;
    const request = createOptions(recipe, reference, options);
    return this.#ask(`to create ${options.name}`, async (abortSignal) => {
      const container = await this.#docker.createContainer({...request, abortSignal});
      return container.id;
    });
  }

  async start(id: string): Promise<void> {
    await this.#ask(`to start ${id.slice(0, 12)}`, async (abortSignal) => {
      try {
        await this.#docker.getContainer(id).start({abortSignal});
      } catch (error) {
        if (statusOf(error) !== 304) throw error;
      }
    });
  }

  async stop(id: string, graceS: number): Promise<void> {
    const doing = `to stop ${id.slice(0, 12)}`;
    const ask = (abortSignal: AbortSignal) => this.#docker.getContainer(id).stop({t: graceS, abortSignal});
    await this.#ask(
      doing,
      async (abortSignal) => {
        try {
          await ask(abortSignal);
        } catch (error) {
          if (statusOf(error) !== 304 && statusOf(error) !== 404) throw error;
        }
      },
      graceS
    );
    const after = await this.find(id);
    if (after?.running)
      throw new HostFailure("engine-error", `The container ${after.identity.name} still runs after a stop`, {
        where: this.#where
      });
  }

  async waitExit(id: string, signal?: AbortSignal): Promise<ContainerState> {
    try {
      await this.#docker.getContainer(id).wait(signal ? {abortSignal: signal} : {});
    } catch (error) {
      throw mapEngineError(error, `waiting for ${id.slice(0, 12)} to exit`, this.#where);
    }
    const state = await this.find(id);
    if (!state) throw new HostFailure("container-missing", `The container ${id.slice(0, 12)} is gone`);
    return state;
  }

  async remove(id: string): Promise<void> {
    const state = await this.find(id);
    if (!state) return;
    if (state.identity.labels[CAMPAIGN_LABEL] === undefined) {
      throw new HostFailure("not-ours", `The container ${state.identity.name} was not created by a campaign`, {
        left: "It was not removed."
      });
    }
    await this.#ask(`to remove ${state.identity.name}`, async (abortSignal) => {
      try {
        await this.#docker.getContainer(state.identity.id).remove({force: true, v: true, abortSignal});
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
      }
    });
  }

  async tail(id: string, lines: number): Promise<string[]> {
    return this.#ask(`reading the log of ${id.slice(0, 12)}`, async (abortSignal) => {
      const container = this.#docker.getContainer(id);
      const info = await container.inspect({abortSignal});
      const {text} = makeRedactor(secretsOf(info));
      const bytes: unknown = await container.logs({
        stdout: true,
        stderr: true,
        tail: lines,
        follow: false,
        abortSignal
      });
      const found: string[] = [];
      const split = new LogLines((line) => found.push(text(line)), info.Config.Tty);
      split.push(Buffer.isBuffer(bytes) ? bytes : Buffer.from(String(bytes)));
      split.end();
      return found.slice(-lines);
    });
  }

  async follow(id: string, onLine: (line: string) => void, signal: AbortSignal, sinceS?: number): Promise<void> {
    try {
      const container = this.#docker.getContainer(id);
      const info = await container.inspect();
      const {text} = makeRedactor(secretsOf(info));
      const since = sinceS === undefined ? {} : {since: sinceS};
      const stream = await container.logs({stdout: true, stderr: true, ...since, follow: true, abortSignal: signal});
      const split = new LogLines((line) => onLine(text(line)), info.Config.Tty);
      for await (const chunk of stream as AsyncIterable<Buffer>) split.push(chunk);
      split.end();
    } catch (error) {
      if (!signal.aborted) throw mapEngineError(error, `following the log of ${id.slice(0, 12)}`, this.#where);
    }
  }

  async watch(onEvent: (event: EngineEvent) => void, signal: AbortSignal): Promise<void> {
    try {
      const stream = await this.#docker.getEvents({filters: {type: ["container"]}, abortSignal: signal});
      for await (const event of parseEvents(stream as AsyncIterable<Buffer>)) onEvent(event);
    } catch (error) {
      if (!signal.aborted) throw mapEngineError(error, "watching events", this.#where);
    }
  }

  async candidates(campaign: string | null): Promise<ContainerState[]> {
    const label = campaign === null ? CAMPAIGN_LABEL : `${CAMPAIGN_LABEL}=${campaign}`;
    const found = await this.#ask("listing containers", (abortSignal) =>
      this.#docker.listContainers({all: true, filters: {label: [label]}, abortSignal})
    );
    const states = await Promise.all(found.map((c) => this.find(c.Id)));
    return states.filter((s) => s !== null);
  }
}
