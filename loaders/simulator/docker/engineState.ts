/** What the engine holds: containers, images, events. The routes work on it. */
import {Container} from "./container.js";
import {CreateBody} from "./createBody.js";
import {EngineError, noSuchContainer, noSuchImage} from "./engineError.js";
import {EngineEvents} from "./engineEvents.js";
import {type EngineImage, findImage} from "./images.js";
import {mounts} from "./inspect.js";
import {Lifecycle, type Shared} from "./lifecycle.js";

export class EngineState {
  readonly containers: Container[] = [];
  readonly images: EngineImage[] = [];
  /** Names; a container's creation makes those that are not there. */
  readonly volumes = new Set<string>();
  readonly events = new EngineEvents();
  readonly lifecycle: Lifecycle;
  /** Until then (ms of the monotonic clock) every connection is dropped: a fault. */
  silentUntilMs = 0;
  #wentSilent = false;

  constructor(
    readonly shared: Shared,
    readonly engineId: string
  ) {
    this.lifecycle = new Lifecycle(
      shared,
      this.events,
      () => this.containers,
      (container) => this.forget(container)
    );
  }

  /** By name, id or the id's beginning. Throws EngineError. */
  find(reference: string): Container {
    const found = this.containers.find(
      ({id, name}) => name === reference || id === reference || (reference.length >= 4 && id.startsWith(reference))
    );
    if (!found) throw noSuchContainer(reference);
    return found;
  }

  create(name: string | null, body: unknown, incumbent = false): Container {
    const parsed = CreateBody.safeParse(body);
    if (!parsed.success) throw new EngineError(400, `invalid JSON: ${parsed.error.issues[0]?.message ?? ""}`);
    const image = findImage(this.images, parsed.data.Image);
    if (!image) throw noSuchImage(parsed.data.Image);
    const taken = this.containers.find((container) => container.name === name);
    if (name && taken)
      throw new EngineError(
        409,
        `Conflict. The container name "/${name}" is already in use by container "${taken.id}". You have to remove (or rename) that container to be able to reuse that name.`
      );
    const container = new Container(name ?? `quiet_lamport${this.containers.length}`, image, parsed.data, incumbent);
    this.containers.push(container);
    for (const {Type, Name} of mounts(container)) if (Type === "volume") this.volumes.add(String(Name));
    this.events.emit("create", container);
    return container;
  }

  forget(container: Container): void {
    const at = this.containers.indexOf(container);
    if (at >= 0) this.containers.splice(at, 1);
    this.events.emit("destroy", container);
  }

  /** The fault of an engine that stops answering: once, from the first start of a candidate on. */
  maybeGoSilent(): void {
    const {faults} = this.shared;
    if (this.#wentSilent || !faults.at("engine-silent")) return;
    this.#wentSilent = true;
    this.silentUntilMs = performance.now() + faults.parameterAt("engine-silent", "ms", 3_000);
  }
}
