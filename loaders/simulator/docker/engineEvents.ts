/** The engine's events, kept and passed on as they happen. */
import type {Container} from "./container.js";

export class EngineEvents {
  readonly #kept: Record<string, unknown>[] = [];
  readonly #readers = new Set<(event: Record<string, unknown>) => void>();

  emit(action: string, container: Container, more: Record<string, string> = {}): void {
    const now = Date.now();
    const event = {
      status: action,
      id: container.id,
      from: container.body.Image,
      Type: "container",
      Action: action,
      Actor: {
        ID: container.id,
        Attributes: {...container.body.Labels, image: container.body.Image, name: container.name, ...more}
      },
      scope: "local",
      time: Math.floor(now / 1000),
      timeNano: now * 1_000_000
    };
    this.#kept.push(event);
    for (const reader of this.#readers) reader(event);
  }

  since(seconds: number): Record<string, unknown>[] {
    return this.#kept.filter((event) => Number(event.time) >= seconds);
  }

  follow(reader: (event: Record<string, unknown>) => void): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }
}
