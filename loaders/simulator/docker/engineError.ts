/** An error of the container engine: a status and the engine's own words. */
export class EngineError extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message);
  }
}

export const noSuchContainer = (reference: string): EngineError =>
  new EngineError(404, `No such container: ${reference}`);

export const noSuchImage = (reference: string): EngineError => new EngineError(404, `No such image: ${reference}`);

export const manifestUnknown = (reference: string): EngineError =>
  new EngineError(404, `manifest for ${reference} not found: manifest unknown: manifest unknown`);
