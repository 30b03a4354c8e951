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
  it("without index and id go on where no other call can have begun", () => {
    const part = (name: string, text?: string) => ({function: {name, arguments: text}});
    const one = (name: string, args: unknown) => [{id: null, name, arguments: args}];
    // A name in two pieces; arguments cut after a brace, or before one.
    expect(calls(part("get_"), part("time", "{}"))).toEqual(one("get_time", {}));
    expect(calls(part("f", '{"a":{}'), part("f", ',"b":1}'))).toEqual(one("f", {a: {}, b: 1}));
    expect(calls(part("f", '{"a":'), part("f", '{"b":1}}'))).toEqual(one("f", {a: {b: 1}}));
    expect(calls(part("f", '{"x":1}'), part("g"), part("", "{}"))).toEqual([...one("f", {x: 1}), ...one("g", {})]);
    expect(calls(part("f", '{"x":1} '), part("f", ' {"x":2}'))).toEqual([...one("f", {x: 1}), ...one("f", {x: 2})]);
  });
  it("with an index or an id go on over braces that meet in a text", () => {
    for (const known of [{index: 0}, {id: "a"}]) {
      const part = (text: string) => ({...known, function: {name: "f", arguments: text}});
      expect(calls(part('{"code":"{}'), part('{}"}'))).toEqual([
        {id: known.id ?? null, name: "f", arguments: {code: "{}{}"}}
      ]);
    }
  });
  it("may be given their id late, and may have no name", () => {
    expect(
      calls(
        {index: 0, function: {name: "f"}},
        {index: 0, id: "a", function: {arguments: "{}"}},
        {index: 1, id: "b", function: {arguments: "{}"}}
      )
    ).toEqual([
      {id: "a", name: "f", arguments: {}},
      {id: "b", name: null, arguments: {}}
    ]);
  });
  it("keep the order in which they came under one index", () => {
    const one = (id: string, index: number) => ({index, id, function: {name: id, arguments: "{}"}});
    const ids = calls(one("a", 1), one("b", 1), one("c", 0), one("d", 1), one("e", 0)).map((call) => call.id);
    expect(ids).toEqual(["c", "e", "a", "b", "d"]);
  });
  it("take no index and no id from an empty text, nor from null", () => {
    for (const nothing of ["", null])
      expect(
        calls(
          {index: 1, id: "a", function: {name: "f", arguments: '{"x":'}},
          {index: nothing, id: nothing, function: {arguments: "1}"}}
        )
      ).toEqual([{id: "a", name: "f", arguments: {x: 1}}]);
  });
  it("take the older function_call, and arguments that are a list", () => {
    const old = event({function_call: {name: "f", arguments: '{"x":1}'}});
    expect(derived([[10, old]]).tool_calls).toEqual([{id: null, name: "f", arguments: {x: 1}}]);
    expect(calls({index: 0, function: {name: "f", arguments: [1]}})).toEqual([{id: null, name: "f", arguments: [1]}]);
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
