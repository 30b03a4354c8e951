/** Faults of what the model says. */
import type {Answer, AnswerToolCall} from "../answer/answer.js";
import type {Conversation} from "../answer/conversation.js";
import type {Fault} from "./fault.js";

const callsTools = (_: Conversation, answer: Answer): boolean => answer.toolCalls.length > 0;
const saidBy =
  (...rules: string[]) =>
  (_: Conversation, answer: Answer): boolean =>
    rules.includes(answer.rule);

function changeCalls(answer: Answer, change: (call: AnswerToolCall) => AnswerToolCall): Answer {
  return {...answer, toolCalls: answer.toolCalls.map(change)};
}

function withArgument(call: AnswerToolCall): AnswerToolCall {
  return {
    ...call,
    arguments: call.arguments.replace(/\}$/, call.arguments === "{}" ? '"verbose":true}' : ',"verbose":true}')
  };
}

function withoutArgument(call: AnswerToolCall): AnswerToolCall {
  const [first, ...rest] = Object.entries(JSON.parse(call.arguments) as Record<string, unknown>);
  return first ? {...call, arguments: JSON.stringify(Object.fromEntries(rest))} : call;
}

export const answerFaults: Fault[] = [
  {
    name: "reasoning-leak",
    description:
      "with thinking on, the thoughts stand in the content, closed by </think>, and their own channel is empty",
    turns: ["gate:thinking", "finding:check-disagrees"],
    hooks: {
      applies: (conversation, answer) => conversation.thinking && answer.reasoning !== null,
      answer: ({answer}) => ({
        ...answer,
        reasoning: null,
        content: `${answer.reasoning ?? ""}</think>${answer.content}`
      })
    }
  },
  {
    name: "thinking-ignored",
    description:
      "thinking that was switched off goes on: the reasoning channel is filled although the request forbids it",
    turns: ["gate:thinking", "finding:check-disagrees"],
    hooks: {
      applies: (conversation, answer) => !conversation.thinking && answer.toolCalls.length === 0,
      answer: ({answer, conversation}) => ({
        ...answer,
        reasoning: "The user wants an answer. I think it over first.".slice(0, conversation.maxTokens)
      })
    }
  },
  {
    name: "thinking-never",
    description: "thinking that was switched on yields no thought at all",
    turns: ["gate:thinking"],
    hooks: {applies: (conversation) => conversation.thinking, answer: ({answer}) => ({...answer, reasoning: null})}
  },
  {
    name: "wrong-tool-name",
    description: "tool calls name a function that was not offered",
    turns: ["gate:preflight", "check:tools", "check:long-tools", "check:streaming-tools"],
    hooks: {
      applies: callsTools,
      answer: ({answer}) => changeCalls(answer, (call) => ({...call, name: `${call.name}_v2`}))
    }
  },
  {
    name: "extra-argument",
    description: "tool calls carry an argument that the schema does not have",
    turns: ["gate:preflight", "check:tools", "check:long-tools", "check:streaming-tools"],
    hooks: {applies: callsTools, answer: ({answer}) => changeCalls(answer, withArgument)}
  },
  {
    name: "missing-argument",
    description: "tool calls lack their first argument",
    turns: ["gate:preflight", "check:tools", "check:long-tools", "check:streaming-tools"],
    hooks: {applies: callsTools, answer: ({answer}) => changeCalls(answer, withoutArgument)}
  },
  {
    name: "cut-arguments",
    description: "the arguments of tool calls stop in the middle",
    turns: ["gate:preflight", "check:tools", "check:long-tools", "check:streaming-tools"],
    hooks: {
      applies: callsTools,
      answer: ({answer}) =>
        changeCalls(answer, (call) => ({
          ...call,
          arguments: call.arguments.slice(0, Math.ceil(call.arguments.length / 2))
        }))
    }
  },
  {
    name: "bad-tool-json",
    description: "the arguments of tool calls are written with single quotes: no JSON",
    turns: ["gate:preflight", "check:tools", "check:long-tools", "check:streaming-tools"],
    hooks: {
      applies: callsTools,
      answer: ({answer}) => changeCalls(answer, (call) => ({...call, arguments: call.arguments.replaceAll('"', "'")}))
    }
  },
  {
    name: "text-instead-of-tool",
    description: "instead of calling a tool the model writes the call as text",
    turns: ["gate:preflight", "check:tools", "check:long-tools", "check:streaming-tools"],
    hooks: {
      applies: callsTools,
      answer: ({answer}) => {
        const call = answer.toolCalls[0];
        return {...answer, toolCalls: [], content: `I would call ${call?.name ?? "it"}(${call?.arguments ?? ""}).`};
      }
    }
  },
  {
    name: "needless-tool",
    description: "a tool is called where none is needed",
    turns: ["gate:preflight", "check:tools"],
    hooks: {
      applies: (conversation, answer) =>
        Boolean(conversation.request.tools?.length) &&
        answer.toolCalls.length === 0 &&
        conversation.toolResults.length === 0 &&
        conversation.request.tool_choice !== "none",
      answer: ({answer, conversation}) => {
        const name = conversation.request.tools?.[0]?.function.name ?? "";
        return {...answer, content: "", toolCalls: [{name, arguments: "{}"}]};
      }
    }
  },
  {
    name: "invalid-json",
    description: "an answer that must follow a JSON schema lacks its closing brace",
    turns: ["gate:preflight", "check:json"],
    hooks: {
      applies: saidBy("schema"),
      answer: ({answer}) => ({...answer, content: answer.content.replace(/\}\s*$/, "")})
    }
  },
  {
    name: "schema-ignored",
    description: "an answer that must follow a JSON schema is valid JSON of another shape",
    turns: ["gate:preflight", "check:json"],
    hooks: {applies: saidBy("schema"), answer: ({answer}) => ({...answer, content: '{"answer":"as you wish"}'})}
  },
  {
    name: "needle-missed",
    description: "what was hidden in a long prompt is not found",
    turns: ["gate:preflight", "check:needle"],
    hooks: {
      applies: saidBy("needle"),
      answer: ({answer}) => ({...answer, content: "The text does not say so anywhere that I can find."})
    }
  },
  {
    name: "ocr-wrong",
    description: "one character of a text read from an image is another",
    turns: ["gate:preflight", "check:ocr"],
    hooks: {
      applies: (_, answer) => answer.rule === "book" && answer.topic === "ocr",
      answer: ({answer}) => ({...answer, content: answer.content.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, "#")})
    }
  },
  {
    name: "image-ignored",
    description: "images are not looked at: the answer is prose about nothing",
    turns: ["gate:preflight", "gate:multimodal", "check:image", "check:ocr"],
    hooks: {
      applies: (conversation) => conversation.prompt.images.length > 0,
      answer: ({answer}) => ({...answer, content: "I cannot make out anything particular here."})
    }
  },
  {
    name: "coding-wrong",
    description: "the answer to a coding task has an operator reversed",
    turns: ["gate:quality"],
    hooks: {
      applies: (_, answer) => answer.rule === "book" && answer.topic === "coding",
      answer: ({answer}) => ({...answer, content: answer.content.replaceAll("<", ">").replaceAll("+ ", "- ")})
    }
  },
  {
    name: "empty-answer",
    description: "every fifth answer of a coding task has no visible text",
    turns: ["gate:quality"],
    hooks: {
      every: 5,
      applies: (_, answer) => answer.rule === "book" && answer.topic === "coding",
      answer: ({answer}) => ({...answer, content: " "})
    }
  },
  {
    name: "repetition-loop",
    description: "every fourth long answer runs in circles until its budget is spent",
    turns: ["finding:degenerate-output"],
    hooks: {
      every: 4,
      applies: saidBy("prose"),
      answer: ({answer, conversation}) => ({
        ...answer,
        content: "and the same again, ".repeat(conversation.maxTokens),
        endless: true,
        acceptance: 0.97
      })
    }
  },
  {
    name: "short-answers",
    description: "long answers end after a dozen tokens",
    turns: ["finding:short-generation"],
    hooks: {
      applies: saidBy("prose"),
      answer: ({answer}) => ({
        ...answer,
        endless: false,
        content: `${answer.content.split(/\s+/).slice(0, 9).join(" ")}.`
      })
    }
  },
  {
    name: "unstable-answers",
    description: "temperature 0 is not honoured: the same question gets another answer each time",
    turns: ["note:quality"],
    hooks: {
      applies: (_, answer) => answer.rule === "prose" || answer.rule === "book",
      answer: ({answer, turn}) => ({...answer, content: `${answer.content}\n// version ${turn + 1}`})
    }
  }
];
