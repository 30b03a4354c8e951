/** Faults of the container engine and of a candidate's boot. The incumbent is spared, unless its name is in the fault's. */
import type {Fault} from "./fault.js";

export const containerFaults: Fault[] = [
  {
    name: "image-missing",
    description: "the engine does not hold the candidate's image",
    turns: ["failure:image-missing", "null:decode_tok_s"],
    places: ["image-absent"]
  },
  {
    name: "wrong-digest",
    description: "the engine holds the candidate's image by another digest",
    turns: ["failure:digest-wrong", "null:decode_tok_s"],
    places: ["image-other-digest"]
  },
  {
    name: "port-taken",
    description: "the candidate's port is taken by somebody else",
    turns: ["failure:port-taken", "null:decode_tok_s"],
    places: ["port-taken"]
  },
  {
    name: "no-gpu-driver",
    description: "the engine has no device driver for the cards",
    turns: ["failure:gpu-driver-missing", "null:decode_tok_s"],
    places: ["no-nvidia-driver"]
  },
  {
    name: "exits-at-once",
    description: "the candidate's server exits while it starts",
    turns: ["failure:exited-at-once", "null:decode_tok_s"],
    places: ["exits-at-once"]
  },
  {
    name: "never-healthy",
    description: "the candidate's server starts and never gets healthy; its log stands still",
    turns: ["failure:never-healthy", "null:decode_tok_s"],
    places: ["never-healthy"]
  },
  {
    name: "healthy-but-silent",
    description: "the candidate's server is healthy and generates nothing",
    turns: ["failure:healthy-but-silent", "null:decode_tok_s"],
    places: ["healthy-but-silent"]
  },
  {
    name: "killed-for-memory",
    description: "the kernel kills the candidate's server for memory while it loads",
    turns: ["failure:out-of-memory", "null:decode_tok_s"],
    places: ["killed-for-memory"]
  },
  {
    name: "engine-silent",
    description: "the container engine stops answering once the incumbent is down",
    turns: ["failure:engine-stopped", "null:decode_tok_s"],
    places: ["engine-silent"]
  },
  {
    name: "incumbent-will-not-start",
    description: "the incumbent cannot be started again",
    turns: ["failure:not-restored", "gate:restoration", "incumbent:down"],
    places: ["incumbent-will-not-start"]
  },
  {
    name: "memory-kept",
    description: "some memory of every server that has ended stays taken",
    turns: ["gate:restoration"],
    places: ["memory-kept-after-exit"]
  }
];
