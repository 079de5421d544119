import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keywrightGenerate, type Outcome, projectForTest } from "./support.ts";

/** A contract of version 3.0 with the given schema of a parcel, and a document's other parts. */
const contract = (parcel: object, more: object = {}): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Parcels", version: "1" },
    paths: {
      "/parcels": {
        post: {
          operationId: "sendParcel",
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Parcel" } } } },
          responses: { "201": { description: "Sent.", content: { "application/json": { schema: { $ref: "#/components/schemas/Parcel" } } } } },
        },
      },
      ...more,
    },
    components: { schemas: { Parcel: { type: "object", ...parcel } } },
  });

const size = { type: "integer", maximum: 5, "x-vendor": 1 };

async function diff(before: string, after: string, ...words: readonly string[]): Promise<Outcome> {
  const folder = await projectForTest();
  await writeFile(join(folder, "old.json"), before);
  await writeFile(join(folder, "new.yaml"), after);
  return keywrightGenerate("diff", join(folder, "old.json"), join(folder, "new.yaml"), ...words);
}

const OLD = contract({ properties: { size } }, { "/old": { get: { responses: { "204": { description: "Gone." } } } } });
const NEW = contract({ required: ["size"], properties: { size: { ...size, "x-vendor": 2 } } }).replace("3.0.3", "3.1.0");

describe("keywright-generate diff", () => {
  it("lists breaks first, with their consequences, and fails", async () => {
    const { exitCode, out, errors } = await diff(OLD, NEW);
    expect([exitCode, errors]).toEqual([1, []]);
    expect(out.join("\n").split("\n")).toEqual([
      "  major Parcel.size is required now (sent by sendParcel)",
      "        Calls without it no longer compile.",
      "        [request/required-added]",
      "  major the operation is gone (getOld)",
      "        Code that calls it no longer compiles.",
      "        [operation/removed]",
      "  minor Parcel.size is always there now (returned by sendParcel)",
      "        Code no longer needs to handle its absence.",
      "        [response/required-added]",
      "  patch Parcel.size has the x-vendor 2 instead of 1 (sendParcel)",
      "        Nothing to do.",
      "        [extension/unknown]",
      "4 changes: 2 major, 1 minor, 1 patch",
    ]);
  });

  it("lists the same in Markdown and in JSON", async () => {
    const { out } = await diff(OLD, NEW, "--markdown");
    expect(out.join("\n")).toMatch(
      /^4 changes: 2 major, 1 minor, 1 patch\n\n- \*\*major\*\* `sendParcel`: request, Parcel\.size is required now\. Calls without/,
    );
    const json = await diff(OLD, NEW, "--json");
    expect(JSON.parse(json.out.join("\n"))).toMatchObject([{}, { level: "major", rule: "operation/removed", operations: ["getOld"] }, {}, {}]);
  });

  it("succeeds if nothing breaks, as for an extension that clients do not read", async () => {
    const { exitCode, out } = await diff(contract({ properties: { size } }), contract({ "x-vendor-class": "P", properties: { size } }));
    expect([exitCode, out.at(-1)?.split("\n").at(-1)]).toEqual([0, "1 change: 0 major, 0 minor, 1 patch"]);
  });

  it("finds a break only if no operation asks for a key any more", async () => {
    const keyed = (...security: readonly object[][]): string => {
      const paths = security.map((own, index) => [
        `/${index}`,
        { get: { operationId: `get${index}`, security: own, responses: { "204": { description: "Gone." } } } },
      ]);
      const document = JSON.parse(contract({}, Object.fromEntries(paths))) as { components: object };
      Object.assign(document.components, { securitySchemes: { shopKey: { type: "apiKey", in: "header", name: "X-Key" } } });
      return JSON.stringify(document);
    };
    const [both, one, none] = [keyed([{ shopKey: [] }], [{ shopKey: [] }]), keyed([{ shopKey: [] }], []), keyed([], [])];
    expect((await diff(both, one)).out.join("\n")).toContain("1 change: 0 major, 1 minor");
    expect((await diff(one, none)).out.join("\n")).toContain(
      "  major credentials.shopKey is not an option of the client any more\n        Code that passes it no longer compiles.",
    );
  });

  it.each([
    ["two contracts", ["diff", "a.yaml"], "Expected two contracts, the old one and the new one; got 1."],
    ["one format", ["diff", "a.yaml", "b.yaml", "--json", "--markdown"], "--markdown and --json exclude each other: pass one of them."],
    ["files", ["diff", "a.yaml", "b.yaml"], "a.yaml:1:1: the contract cannot be read"],
  ])("needs %s", async (_what, words, told) => {
    const { exitCode, errors } = await keywrightGenerate(...words);
    expect([exitCode, errors.join("\n")]).toEqual([2, expect.stringContaining(told)]);
  });

  it("reads schemas that refer to others in exponentially many ways", async () => {
    const graph = (leaf: string): object => {
      const level = (index: number): object => {
        const next = { $ref: `#/components/schemas/L${index + 1}` };
        return { type: "object", properties: { a: next, b: next, c: { type: "array", items: next } } };
      };
      return { ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`L${index}`, level(index)])), L40: { type: leaf } };
    };
    const whole = (leaf: string): string => {
      const document = JSON.parse(contract({ properties: { top: { $ref: "#/components/schemas/L0" } } })) as { components: { schemas: object } };
      Object.assign(document.components.schemas, graph(leaf));
      return JSON.stringify(document);
    };
    const { out } = await diff(whole("string"), whole("integer"), "--json");
    const changes = JSON.parse(out.join("\n")) as { readonly where: string; readonly operations: readonly string[] }[];
    expect(changes.map(({ where, operations }) => [where, operations])).toEqual([
      ["L40", ["sendParcel"]],
      ["L40", ["sendParcel"]],
    ]);
  });
});
