/** Sizes of the models that a simulated container can serve, per card at tensor parallelism of two. MiB and bytes. */
export interface ModelSizes {
  weightsMib: number;
  draftWeightsMib: number;
  /** KV cache of one token, per card. */
  kvBytesPerToken: number;
  /** The draft model's KV cache of one token, per card. */
  draftKvBytesPerToken: number;
}

/** The target of the worked example: 2,032 MiB of KV for 245,760 tokens is 8,670 bytes a token. */
const nvfp4: ModelSizes = {
  weightsMib: 87_062,
  draftWeightsMib: 1_900,
  kvBytesPerToken: 8_670,
  draftKvBytesPerToken: 600
};

/** A three-bit quantisation of the same model with a separate, larger draft model. */
const exl3: ModelSizes = {
  weightsMib: 76_950,
  draftWeightsMib: 5_240,
  kvBytesPerToken: 8_670,
  draftKvBytesPerToken: 2_200
};

/** Sizes by the model's name or path. */
export function modelSizes(model: string): ModelSizes {
  return /exl3/i.test(model) ? exl3 : nvfp4;
}
