import { inspect } from "node:util";
import { manualClock } from "@keywright/emulator";
import { findField } from "@keywright/vault/items";
import { rotateSecret, type RotationReport, type RotationValues } from "@keywright/vault/rotation";
import { describe, expect, it } from "vitest";
import { caught, session } from "./session.ts";

describe("rotateSecret", () => {
  it("changes the target and the field with three requests, keeps the value before, and reports no value", async () => {
    const { vault, options, sent, target, field, labels, item } = await session();
    const report = await rotateSecret(vault, options);
    expect(sent).toEqual(["GET", "PATCH", "PATCH"]);
    expect([target.password, field("password"), field("previous password")]).toEqual(["sentinel-2", "sentinel-2", "sentinel-1"]);
    expect(labels()).toEqual(["previous password"]);
    expect(report).toMatchObject({ item, field: "password", outcome: "rotated", resumed: false, others: [], versions: [1, 3] });
    expect(report.steps.map(({ step }) => step)).toEqual(["record", "apply", "verify", "promote"]);
    expect(JSON.stringify(report)).not.toContain("sentinel");
    expect(findField(await vault.getItem(item), { label: "previous password", section: "Rotation" })).toMatchObject({ type: "CONCEALED", value: "sentinel-1" });
  });

  it("passes apply the values by name, hidden when they are printed", async () => {
    const { vault, options } = await session();
    const seen: RotationValues[] = [];
    await rotateSecret(vault, options);
    await rotateSecret(vault, {
      ...options,
      generate: () => "sentinel-3",
      apply: (values) => {
        seen.push(values);
        return options.apply(values);
      },
    });
    expect(seen).toMatchObject([{ next: "sentinel-3", current: "sentinel-2", previous: "sentinel-1", recorded: [] }]);
    expect(inspect(seen, { depth: 5 })).not.toContain("sentinel");
  });

  it("keeps values that were replaced for a day, and removes them with the next rotation after it", async () => {
    const { vault, options, labels } = await session();
    const rotate = async (value: string, wallTime: string): Promise<unknown> =>
      rotateSecret(vault, { ...options, generate: () => value, clock: { ...manualClock(wallTime), after: () => undefined } });
    await rotate("sentinel-2", "2026-03-10T09:00:00Z");
    await rotate("sentinel-3", "2026-03-10T10:00:00Z");
    expect(labels()).toEqual(["previous password", "retired 2026-03-10T10:00:00.000Z password"]);
    await rotate("sentinel-4", "2026-03-11T09:59:59Z");
    const [replaced, kept] = ["retired 2026-03-11T09:59:59.000Z password", "retired 2026-03-10T10:00:00.000Z password"];
    expect(labels().sort()).toEqual(["previous password", kept, replaced]);
    await rotate("sentinel-5", "2026-03-11T10:00:01Z");
    expect(labels().sort()).toEqual(["previous password", replaced, "retired 2026-03-11T10:00:01.000Z password"]);
  });

  it("passes retired values to apply and revert, because the target may take one of them", async () => {
    const { vault, options } = await session();
    for (const value of ["sentinel-2", "sentinel-3"]) await rotateSecret(vault, { ...options, generate: () => value });
    const seen: (readonly string[])[] = [];
    const note = ({ recorded }: RotationValues): void => void seen.push([...recorded]);
    await caught(rotateSecret(vault, { ...options, generate: () => "sentinel-4", apply: note, revert: note, verify: (value) => value === "sentinel-3" }));
    expect(seen).toEqual([["sentinel-1"], ["sentinel-1"]]);
  });

  it("rotates fields of one item independently of each other", async () => {
    const { vault, options, item, field, labels } = await session();
    await vault.patchItem({
      ...item,
      body: [{ op: "add", path: "/fields", value: { id: "my password", label: "PIN", type: "CONCEALED", value: "sentinel-pin" } }],
    });
    await rotateSecret(vault, options);
    await rotateSecret(vault, { ...options, field: "PIN", generate: () => "sentinel-pin-2", verify: () => true });
    expect([field("password"), field("my password")]).toEqual(["sentinel-2", "sentinel-pin-2"]);
    expect(labels()).toEqual(["previous password", "previous my password"]);
    const seen: RotationValues[] = [];
    const apply = (values: RotationValues): void => {
      seen.push(values);
      options.apply(values);
    };
    await rotateSecret(vault, { ...options, generate: () => "sentinel-3", apply });
    expect(seen).toMatchObject([{ previous: "sentinel-1", recorded: [] }]);
    expect(field("previous my password")).toBe("sentinel-pin");
  });

  it("lets the server generate the value", async () => {
    const { vault, options, target, field } = await session();
    await rotateSecret(vault, { ...options, generate: { onServer: { length: 12, characterSets: ["DIGITS"] } } });
    expect(target.password).toMatch(/^\d{12}$/);
    expect(field("password")).toBe(target.password);
  });

  it("in a dry run reads the item once, calls nothing and says what would be done", async () => {
    const { vault, options, sent } = await session();
    const never = (): never => {
      throw new Error("it was called");
    };
    const report = await rotateSecret(vault, { ...options, generate: never, apply: never, verify: never, lock: never, dryRun: true });
    expect(report).toMatchObject({ outcome: "planned", resumed: false, field: "password", versions: [1, 1], steps: [] });
    expect(sent).toEqual(["GET"]);
  });
});

describe("rotateSecret rejects", () => {
  it.each<[string, object, string]>([
    ["an unknown option", { aply: () => {} }, "aply is not an option of rotateSecret; did you mean apply?"],
    ["another name of an option", { rollback: () => {} }, "rollback is not an option of rotateSecret; did you mean revert?"],
    ["a missing function", { verify: undefined }, "rotateSecret: verify must be a function; got nothing"],
    ["an item", { item: { id: "a" } }, "rotateSecret: item must be an object { vaultUUID, itemUUID }, which itemRef(item) returns for an item; got an object"],
    [
      "a field without a name",
      { field: "" },
      "rotateSecret: field must be the name of a field: a string, or an object with id, label or purpose; got an empty string",
    ],
    ["a recipe that generates nothing", { generate: { length: 0 } }, "rotateSecret: generate.length must be a whole number of 1 to 64; got 0"],
    [
      "a recipe that the server rejects",
      { generate: { onServer: { length: 65 } } },
      "rotateSecret: generate.onServer.length must be a whole number of 1 to 64; got 65",
    ],
  ])("%s before any request", async (_what, wrong, message) => {
    const { vault, options, sent } = await session();
    expect((await caught(rotateSecret(vault, { ...options, ...wrong }))).message).toBe(message);
    expect(sent).toEqual([]);
  });

  it.each([
    ["", "an empty string"],
    ["sentinel-1", "a string of 10 characters"],
    [7, "a number"],
  ])("the generated value %j, and records nothing", async (value, got) => {
    const { vault, options, sent } = await session();
    const error = await caught(rotateSecret(vault, { ...options, generate: () => value as string }));
    expect(error.message).toBe(`rotateSecret: generate must return a string that is not empty and not the current value; got ${got}`);
    expect(sent).toEqual(["GET"]);
  });

  it("a field of the state of rotations, and one that the item does not have", async () => {
    const { vault, options } = await session();
    await rotateSecret(vault, options);
    expect((await caught(rotateSecret(vault, { ...options, field: "previous password" }))).message).toMatch(
      /^rotateSecret: field must not be in the section Rotation, which has the state of rotations; got a string/,
    );
    expect(await caught(rotateSecret(vault, { ...options, field: "pasword" }))).toMatchObject({ name: "LookupError", code: "not-found" });
  });
});

describe("rotations at the same time", () => {
  it("keep the value of a run that was second, because a third one may apply it", async () => {
    const { vault, options, item } = await session();
    await rotateSecret(vault, options);
    const other = { label: "next aaaaaaaaaaaa password", type: "CONCEALED", section: { id: "rotation" }, value: "sentinel-other" } as const;
    const generate = async (): Promise<string> => {
      await vault.patchItem({ ...item, body: [{ op: "add", path: "/fields/-", value: other }] });
      return "sentinel-own";
    };
    const seen: RotationValues[] = [];
    const apply = (values: RotationValues): void => {
      seen.push(values);
      options.apply(values);
    };
    expect(await rotateSecret(vault, { ...options, generate, apply })).toMatchObject({ outcome: "rotated", others: ["aaaaaaaaaaaa"] });
    expect(seen).toMatchObject([{ next: "sentinel-other", recorded: ["sentinel-own"] }]);
  });

  it("report which of them rotated", async () => {
    const { vault, options } = await session();
    let inner: RotationReport | undefined;
    const verify = async (value: string): Promise<boolean> => {
      inner ??= await rotateSecret(vault, options);
      return options.verify(value, { signal: undefined });
    };
    expect(await rotateSecret(vault, { ...options, verify })).toMatchObject({ outcome: "joined" });
    expect(inner).toMatchObject({ outcome: "rotated" });
  });
});
