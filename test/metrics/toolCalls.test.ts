import {describe, expect, it} from "vitest";
import {derived, event} from "./stream.js";

describe("tool calls", () => {
  const piece = (call: object) => event({tool_calls: [call]});
  const calls = (...pieces: object[]) =>
    derived([...pieces.map((p, i): [number, string] => [10 + i, piece(p)]), [99, event({}, "tool_calls")]]).tool_calls;
  it("are told apart by index, and by id where the server numbers all of them 0 or none", () => {
    const two = [
      {id: "a", name: "f", arguments: {x: 1}},
      {id: "b", name: "g", arguments: {}}
    ];
    const f = {name: "f", arguments: '{"x":'};
    for (const [one, other] of [
      [0, 1],
      [0, 0],
      [undefined, undefined]
    ])
      expect(
        calls(
          {index: one, id: "a", function: f},
          {index: one, function: {arguments: "1}"}},
          {index: other, id: "b", function: {name: "g", arguments: "{}"}}
        )
      ).toEqual(two);
  });
  it("keep arguments that do not parse as the text that came, and a name that is repeated once", () => {
    expect(
      calls({index: 0, id: "a", function: {name: "f", arguments: "{"}}, {index: 0, id: "a", function: {name: "f"}})
    ).toEqual([{id: "a", name: "f", arguments: "{"}]);
  });
  it("are told apart without index and id by a name that comes after arguments", () => {
    const f = {id: null, name: "f", arguments: {x: 1}};
    const whole = (name: string, args: object) => ({function: {name, arguments: args}});
    expect(calls(whole("f", {x: 1}), whole("g", {}))).toEqual([f, {id: null, name: "g", arguments: {}}]);
    expect(calls(whole("f", {x: 1}), whole("f", {x: 2}))).toEqual([f, {id: null, name: "f", arguments: {x: 2}}]);
    const part = (text: string) => ({function: {name: "f", arguments: text}});
    expect(calls(part('{"x"'), part(":1"), part("}"))).toEqual([f]);
    expect(calls({function: {name: "f"}}, {function: {arguments: '{"x":1}'}})).toEqual([f]);
  });
  it("take an index that is written as text", () => {
    expect(
      calls(
        {index: "1", id: "b", function: {name: "g", arguments: "{"}},
        {index: "0", id: "a", function: {name: "f", arguments: '{"x":'}},
        {index: "1", function: {arguments: "}"}},
        {index: "0", function: {arguments: "1}"}}
      )
    ).toEqual([
      {id: "a", name: "f", arguments: {x: 1}},
      {id: "b", name: "g", arguments: {}}
    ]);
  });
});
