import {chatBody} from "../../host/client/index.js";
import {questionPlan, user} from "../ask.js";
import {promptCounter} from "../prompts/promptCounter.js";
import {checkOf, noAnswer, shown, type CheckResult, type FunctionalCheck} from "./check.js";
import {TOOL_CASES, TOOLS, type ToolCase} from "./toolBox.js";
import {toolFault} from "./toolFault.js";

const BUDGET = 512;
const LONG_MARGIN = 1.01;

/** Twenty tool calls in whole answers: ordinary, required, parallel, and none needed. */
export const tools: FunctionalCheck = {
  checkId: "tools",
  requests: TOOL_CASES.length,
  async run(stage, first) {
    const judged = [];
    for (const [i, wanted] of TOOL_CASES.entries()) {
      const plan = questionPlan(stage, first + i, "tools", {
        messages: user(wanted.prompt),
        maxTokens: BUDGET,
        tools: TOOLS,
        toolChoice: wanted.choice ?? "auto"
      });
      const {stream_options: _, ...body} = chatBody({...plan.chat, dialect: stage.context.dialect});
      const record = await stage.send({...plan, raw: {path: "/v1/chat/completions", body: {...body, stream: false}}});
      judged.push({record, fault: toolFault(record, wanted)});
    }
    return checkOf("tools", judged, TOOL_CASES.length, "right tools with right arguments");
  }
};

const STREAMED: ToolCase = {
  prompt: 'Call get_weather with city "Valparaíso" and unit "celsius".',
  calls: [{name: "get_weather", arguments: {city: "Valparaíso", unit: "celsius"}}]
};

/** A tool call that comes in pieces of a stream is put together whole, with an id. */
export const streamingTools: FunctionalCheck = {
  checkId: "streaming-tools",
  requests: 1,
  async run(stage, first) {
    const record = await stage.send(
      questionPlan(stage, first, "streaming-tools", {
        messages: user(STREAMED.prompt),
        maxTokens: BUDGET,
        tools: TOOLS,
        toolChoice: "auto"
      })
    );
    const noId = record.tool_calls.some((call) => !call.id) ? "a call has no id" : null;
    const fault =
      toolFault(record, STREAMED) ??
      noId ??
      (record.finish_reason === "tool_calls" ? null : `finish_reason is ${record.finish_reason ?? "missing"}`);
    return checkOf("streaming-tools", [{record, fault}], 1, "put together from its pieces");
  }
};

/** The result of a tool is used in the answer. */
export const toolResult: FunctionalCheck = {
  checkId: "tool-result",
  requests: 1,
  async run(stage, first) {
    const messages = [
      {
        role: "user",
        content:
          'What is the temperature in "Oslo" in celsius? Use the tool, then answer in one sentence with the number.'
      },
      {
        role: "assistant",
        content: "",
        tool_calls: [
          {
            id: "call_0001",
            type: "function",
            function: {name: "get_weather", arguments: '{"city": "Oslo", "unit": "celsius"}'}
          }
        ]
      },
      {role: "tool", tool_call_id: "call_0001", content: '{"temperature": 17.4, "unit": "celsius", "sky": "clear"}'}
    ];
    const record = await stage.send(
      questionPlan(stage, first, "tool-result", {messages, maxTokens: 256, tools: TOOLS, toolChoice: "auto"})
    );
    const fault =
      noAnswer(record) ?? (/17[.,]4/.test(record.content ?? "") ? null : `answered ${shown(record.content)}`);
    return checkOf("tool-result", [{record, fault}], 1, "the result is in the answer");
  }
};

/** A tool is called at the end of a very long prompt, whose length the server itself has counted. */
export const longTools: FunctionalCheck = {
  checkId: "long-tools",
  requests: 1,
  async run(stage, first): Promise<CheckResult> {
    const nominal = Math.ceil(stage.context.policy.preflight.long_prompt_tokens * LONG_MARGIN);
    const context = stage.context.contextTokens;
    if (context !== null && context < nominal + BUDGET)
      return {
        ...checkOf("long-tools", [], 1, ""),
        verdict: "not-run",
        reason: `a context of ${context} tokens cannot hold a prompt of ${nominal}`
      };
    const prompt = await stage.context.prompts.prompt("long-tools", nominal, promptCounter(stage, nominal));
    const body = prompt.text.slice(0, prompt.text.lastIndexOf("\n\n"));
    const wanted: ToolCase = {
      prompt: 'Call search_parts with query "anchor chain" and limit 7.',
      calls: [{name: "search_parts", arguments: {query: "anchor chain", limit: 7}}]
    };
    const record = await stage.send({
      ...questionPlan(stage, first, "long-tools", {
        messages: user(`${body}\n\n${wanted.prompt}`),
        maxTokens: BUDGET,
        tools: TOOLS,
        toolChoice: "auto"
      }),
      nominalPromptTokens: nominal
    });
    return {
      ...checkOf(
        "long-tools",
        [{record, fault: toolFault(record, wanted)}],
        1,
        `right call after ${record.prompt_tokens ?? "an unknown number of"} tokens`
      ),
      measured_prompt_tokens: record.prompt_tokens
    };
  }
};
