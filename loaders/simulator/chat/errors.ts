/** Error bodies in SGLang's shape. */

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly type = "BadRequestError",
    readonly headers: Record<string, string> = {}
  ) {
    super(message);
  }

  get body(): Record<string, unknown> {
    return {object: "error", message: this.message, type: this.type, param: null, code: this.status};
  }
}

export function contextOverflow(context: number, prompt: number, completion: number): ApiError {
  return new ApiError(
    400,
    `Requested token count exceeds the model's maximum context length of ${context} tokens. You requested a total of ` +
      `${prompt + completion} tokens: ${prompt} tokens from the input messages and ${completion} tokens for the completion. ` +
      "Please reduce the number of tokens in the input messages or the completion to fit within the limit."
  );
}

export function inputTooLong(context: number, prompt: number): ApiError {
  return new ApiError(
    400,
    `The input (${prompt} tokens) is longer than the model's context length (${context} tokens).`
  );
}
