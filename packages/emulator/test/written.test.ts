import { array, assert, dictionary, jsonValue, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { serializedOnce, writeJson } from "../src/lib/core/values/written.ts";
import { page, SMALL_SEED, testEmulator } from "./support.ts";

const event = dictionary(string(), jsonValue());

describe("JSON", () => {
  test("is what JSON.stringify writes, the second time too, whatever of it is lasting", () => {
    assert(
      property(array(event), array(event), jsonValue(), (kept, made, rest) => {
        const list = [...kept.map(serializedOnce), ...made];
        for (const value of [
          list,
          { items: list, rest, absent: undefined, some: [undefined, ...made] },
          { rest, list: [list] },
          serializedOnce({ kept }),
          rest,
        ]) {
          const expected = JSON.stringify(value);
          expect([writeJson(value), writeJson(value)]).toEqual([expected, expected]);
        }
      }),
    );
  });

  test("of more than is remembered is whole as well", () => {
    const events = Array.from({ length: 25_000 }, (_, index) => ({ index }));
    for (let round = 0; round < 2; round += 1) expect(writeJson({ items: events.map(serializedOnce) })).toBe(JSON.stringify({ items: events }));
  });

  test("of a serializedOnce value cannot become untrue: a change in place throws", () => {
    const value = serializedOnce({ actor: { name: "Ada" }, tags: ["a"] });
    expect(() => Object.assign(value.actor, { name: "Bob" })).toThrow(TypeError);
    expect(() => value.tags.push("b")).toThrow(TypeError);
    expect(() => Object.assign(value, { more: 1 })).toThrow(TypeError);
  });
});

describe("an event that was read", () => {
  test("cannot be changed in place, and is returned as it is after another state was restored", async () => {
    const emulator = testEmulator({ seed: SMALL_SEED });
    const read = () => page(emulator, "auditevents", { start_time: "2026-03-01T00:00:00Z" });
    const before = await read();
    const [first] = emulator.store.stream("auditevents").events;
    expect(() => Object.assign(first as object, { uuid: "changed" })).toThrow(TypeError);
    const saved = structuredClone(emulator.snapshot());
    Object.assign(saved.state.auditevents[0] as object, { uuid: "another" });
    emulator.restore(saved);
    expect((await read()).items).toEqual(before.items.map((item, index) => (index === 0 ? { ...item, uuid: "another" } : item)));
  });
});
