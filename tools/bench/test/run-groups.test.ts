import { describe, expect, it } from "vitest";
import { interleave } from "../src/measure/interleave.ts";
import type { Group, Surroundings } from "../src/row.ts";
import { runGroups, unknownNames } from "../src/run-groups.ts";

const rows = ["one", "two"].map((name) => ({ name, what: name, unit: "×", goal: { atMost: 1 } }) as const);

function run(measure: Group["measure"], only: readonly string[] = []): ReturnType<typeof runGroups> {
  return runGroups([{ name: "group", rows, measure }], { stage: "", quick: true, only, tell: () => {} });
}

describe("running groups", () => {
  it("gives the rows that were asked for, and tells the group which these are", async () => {
    const wanted: boolean[] = [];
    const results = await run(
      ({ wants }: Surroundings) => {
        wanted.push(wants("one"), wants("two"));
        return Promise.resolve({ two: { figure: 2 } });
      },
      ["two"],
    );
    expect(wanted).toEqual([false, true]);
    expect(results).toEqual([{ row: rows[1], measurement: { figure: 2 } }]);
  });

  it("runs all rows of a group that is named, and no group of which nothing is", async () => {
    const measured = { one: { figure: 1 }, two: { figure: 2 } };
    expect((await run(() => Promise.resolve(measured), ["group"])).map(({ row }) => row.name)).toEqual(["one", "two"]);
    expect(await run(() => Promise.resolve(measured), ["another"])).toEqual([]);
  });

  it("tells names that are neither a row nor a group", () => {
    const groups = [{ name: "group", rows, measure: () => Promise.resolve({}) }];
    expect(unknownNames(groups, ["group", "two", "tow"])).toEqual(["tow"]);
  });

  it("fails the rows of a group that breaks, with its reason", async () => {
    const results = await run(() => Promise.reject(new Error("the server went away")));
    expect(results.map(({ measurement }) => measurement)).toEqual([{ failed: "the server went away" }, { failed: "the server went away" }]);
  });

  it("fails a row that its group forgot", async () => {
    const [, second] = await run(() => Promise.resolve({ one: { figure: 1 } }));
    expect(second?.measurement).toEqual({ failed: "it was not measured" });
  });
});

describe("interleaved rounds", () => {
  it("run each once a round, in changing order, and leave the warm-up out", async () => {
    const order: string[] = [];
    const values = await interleave(["a", "b", "c"], { rounds: 20, warmUps: 2 }, (name) => {
      order.push(name);
      return Promise.resolve(`${name}${order.length}`);
    });
    expect(order.length).toBe(66);
    const rounds = Array.from({ length: 22 }, (_all, round) => order.slice(round * 3, round * 3 + 3).join(""));
    for (const round of rounds) expect([...round].sort().join("")).toBe("abc");
    expect(new Set(rounds).size).toBeGreaterThan(1);
    expect(values.a.length).toBe(20);
    // Six came before them, in two rounds that do not count.
    for (const value of [...values.a, ...values.b, ...values.c]) expect(Number(value.slice(1))).toBeGreaterThan(6);
  });
});
