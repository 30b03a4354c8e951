/** Faults between engine and client: refusals, errors in the stream, cuts, delays. They hit long prompts that ask for prose. */
import type {Answer} from "../answer/answer.js";
import type {Conversation} from "../answer/conversation.js";
import {done} from "../chat/chunk.js";
import type {Output} from "../host/output.js";
import type {Fault} from "./fault.js";
import {DelayedOutput, FilteredOutput, HeldOutput} from "./outputs.js";

const smallestLoad = 1000;

/** A request of the load stages: a long prompt that asks for prose, streamed. */
export function isLoad(conversation: Conversation, answer: Answer): boolean {
  return (
    answer.rule === "prose" && conversation.prompt.ids.length >= smallestLoad && conversation.request.stream === true
  );
}

/** A chat event without its usage; anything else as it is. */
function withoutUsage(text: string): string {
  return text.startsWith("data: {") ? text.replace(/"usage":\{.*\}\}\n\n$/, '"usage":null}\n\n') : text;
}

/** What every fault of the load does: some attempts fail, so endurance fails and medians are of survivors. */
const failing = ["gate:endurance", "finding:survivors-only"];

function afterOutputs(output: Output, count: number, then: (output: Output) => void): Output {
  let seen = 0;
  return new FilteredOutput(output, (text, isOutput, inner) => {
    if (isOutput && ++seen === count) then(inner);
    return text;
  });
}

export const wireFaults: Fault[] = [
  {
    name: "too-many-requests",
    description: "every fifth request of the load gets 429 with Retry-After",
    turns: failing,
    hooks: {
      applies: isLoad,
      every: 5,
      refuse: () => ({status: 429, message: "Too many requests, please retry later.", headers: {"retry-after": "2"}})
    }
  },
  {
    name: "unavailable",
    description: "every fifth request of the load gets 503",
    turns: failing,
    hooks: {applies: isLoad, every: 5, refuse: () => ({status: 503, message: "Service temporarily unavailable"})}
  },
  {
    name: "connection-reset",
    description: "the connection of every fifth request of the load is reset before an answer",
    turns: failing,
    hooks: {applies: isLoad, every: 5, refuse: () => "reset"}
  },
  {
    name: "error-after-200",
    description: "every fifth stream of the load carries an error event after HTTP 200",
    turns: failing,
    hooks: {
      applies: isLoad,
      every: 5,
      output: (output) =>
        afterOutputs(output, 4, (inner) => {
          inner.write(
            `data: {"error":{"object":"error","message":"Internal server error","type":"InternalServerError","param":null,"code":500}}\n\n`,
            false
          );
          inner.write(done, false);
          inner.end();
        })
    }
  },
  {
    name: "cut-stream",
    description: "every fifth stream of the load is cut: no finish_reason, no [DONE]",
    turns: failing,
    hooks: {applies: isLoad, every: 5, output: (output) => afterOutputs(output, 5, (inner) => inner.cut())}
  },
  {
    name: "quiet-end",
    description: "every fifth stream of the load ends politely in the middle, without finish_reason or [DONE]",
    turns: failing,
    hooks: {applies: isLoad, every: 5, output: (output) => afterOutputs(output, 5, (inner) => inner.end())}
  },
  {
    name: "broken-event",
    description: "every fifth stream of the load holds a data line that is not JSON",
    turns: failing,
    hooks: {
      applies: isLoad,
      every: 5,
      output: (output) => afterOutputs(output, 3, (inner) => inner.write("data: {upstream\n\n", false))
    }
  },
  {
    name: "html-instead",
    description: "every fifth request of the load gets a proxy's HTML page with HTTP 200",
    turns: failing,
    hooks: {
      applies: isLoad,
      every: 5,
      output: (output) => {
        output.head(200, {"content-type": "text/html"});
        output.end("<html><body><script>alert(1)</script>Bad gateway</body></html>");
        return new FilteredOutput(output, () => null);
      }
    }
  },
  {
    name: "stall",
    description: "every fifth stream of the load falls silent after a few tokens and never ends",
    turns: failing,
    hooks: {
      applies: isLoad,
      every: 5,
      output: (output) => {
        let seen = 0;
        return new FilteredOutput(output, (text, isOutput) => ((isOutput ? ++seen : seen) > 4 ? null : text), true);
      }
    }
  },
  {
    name: "slow-trickle",
    description:
      "every fifth stream of the load comes one event at a time, each 250 ms after the last: slow is a figure, no fault",
    turns: [],
    hooks: {
      applies: isLoad,
      every: 5,
      output: (output, {parameter}) => new DelayedOutput(output, parameter("ms", 250))
    }
  },
  {
    name: "no-usage",
    description: "streams carry no usage, neither running nor final",
    turns: ["null:decode_tok_s"],
    hooks: {
      applies: isLoad,
      output: (output) =>
        new FilteredOutput(output, (text) => (text.includes('"choices":[],') ? null : withoutUsage(text)))
    }
  },
  {
    name: "final-usage-only",
    description: "continuous usage is not offered: only the last event counts",
    turns: ["finding:decode-basis"],
    hooks: {
      output: (output) =>
        new FilteredOutput(output, (text) => (text.includes('"choices":[],') ? text : withoutUsage(text)))
    }
  },
  {
    name: "proxy-buffered",
    description: "a proxy holds events back and passes them on in bunches of eight",
    turns: ["finding:proxy-buffered"],
    hooks: {applies: isLoad, output: (output, {parameter}) => new HeldOutput(output, parameter("events", 8))}
  },
  {
    name: "flood",
    description: "every fifth stream of the load is followed by megabytes of comment lines",
    turns: [],
    hooks: {
      applies: isLoad,
      every: 5,
      output: (output) => afterOutputs(output, 3, (inner) => inner.write(`:${" ".repeat(2_000_000)}\n\n`, false))
    }
  }
];
