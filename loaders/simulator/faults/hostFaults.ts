/** Faults of the server and the machine under it. */
import type {Fault} from "./fault.js";
import {isLoad} from "./wireFaults.js";

export const hostFaults: Fault[] = [
  {
    name: "oom-long-context",
    description: "a request that needs more than 35 % of the context runs out of memory: the server dies",
    turns: ["failure:server.gone", "null:decode_tok_s"],
    hooks: {
      applies: (conversation) => conversation.prompt.ids.length > 4096,
      prefilled: ({host, conversation, parameter}) => {
        const share = (conversation.prompt.ids.length + conversation.maxTokens) / host.contextTokens;
        if (share > parameter("share", 0.35)) host.outOfMemory();
      }
    }
  },
  {
    name: "memory-leak",
    description: "every request leaves memory behind that nobody gives back",
    turns: ["gate:reserve"],
    hooks: {prefilled: ({host, parameter}) => host.leak(parameter("mib", 24))}
  },
  {
    name: "lazy-image-memory",
    description: "the first image takes far more memory than anything before it, and keeps it",
    turns: ["gate:reserve"],
    hooks: {
      applies: (conversation) => conversation.prompt.images.length > 0,
      every: Number.MAX_SAFE_INTEGER,
      first: 0,
      prefilled: ({host, parameter}) => host.leak(parameter("mib", 3200))
    }
  },
  {
    name: "restart-in-the-middle",
    description: "the server process dies in the middle of the load and is started again",
    turns: ["failure:server.gone", "finding:survivors-only"],
    hooks: {
      applies: isLoad,
      every: Number.MAX_SAFE_INTEGER,
      first: 5,
      prefilled: ({host}) => host.restart()
    }
  },
  {
    name: "depth-changed",
    description: "speculation falls back to one draft step from the fourth request of the load on",
    turns: ["finding:spec-depth-changed"],
    hooks: {
      applies: isLoad,
      every: Number.MAX_SAFE_INTEGER,
      first: 3,
      prefilled: ({host, parameter}) => host.forceDepth(parameter("depth", 1))
    }
  },
  {
    name: "sticky-cache",
    description: "the prefix cache cannot be flushed: the host refuses",
    turns: ["note:capacity"],
    hooks: {booted: (host) => host.keepCache()}
  },
  {
    name: "warm-cache",
    description: "every prompt of the load counts as cached, although it is new",
    turns: ["finding:cache-warm"],
    hooks: {booted: (host) => host.pretendCached(0.9)}
  },
  {
    name: "foreign-load",
    description: "another client asks the server now and then",
    turns: ["finding:foreign-traffic", "finding:uncounted-requests"],
    hooks: {booted: (host) => host.startForeignLoad()}
  },
  {
    name: "wrong-served-model",
    description: "the server offers another model name than the recipe asks for",
    turns: ["failure:healthy-but-silent", "null:decode_tok_s"],
    hooks: {model: (model) => ({...model, name: `${model.name}-other`})}
  },
  {
    name: "no-metrics",
    description: "/metrics is not offered",
    turns: [],
    hooks: {model: (model) => ({...model, metrics: false})}
  },
  {
    name: "slower-than-before",
    description: "every boot after the first decodes at half the speed",
    turns: ["finding:restoration-partial"],
    hooks: {
      model: (model, boot) =>
        boot === 0 ? model : {...model, stepMs: model.stepMs * 2, draftStepMs: model.draftStepMs * 2}
    }
  },
  {
    name: "clock-throttled",
    description: "the cards throttle for heat while they work",
    turns: ["finding:clock-throttled"],
    places: ["clock-throttled"]
  },
  {
    name: "gpu-shared",
    description: "another process comes to the cards while the load runs",
    turns: ["finding:gpu-shared"],
    hooks: {
      applies: isLoad,
      every: Number.MAX_SAFE_INTEGER,
      first: 0,
      prefilled: ({host, parameter}) => host.shareCards(parameter("mib", 600))
    }
  }
];
