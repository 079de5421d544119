import { describe, expect, it } from "vitest";
import { make, type Made, outcomeOf } from "../made.ts";
import { compilerErrorsOf } from "../type-errors.ts";
import { AREAS } from "./areas.ts";
import type { Feature, Refused, Works } from "./feature.ts";

/** All that was generated, with a call of each client, by their paths: compiled in one program. */
const written: Record<string, string> = {};

describe.each(AREAS)("$name", ({ name, features }) => {
  it.each(features.map((feature, index) => ({ ...feature, index, outcome: "because" in feature.verdict ? "refused" : "supported" })))(
    "$what: $outcome",
    async ({ index, ...feature }) => {
      const { document, service = "probe", verdict } = feature;
      if ("because" in verdict) return expectProblem(feature, verdict);
      const made = await make(document, { service, rules: name.endsWith("contracts of others") ? "foreign" : "house" });
      for (const [file, text] of Object.entries({ ...made.files, "call.ts": callOf(made, verdict) })) written[`${name}-${index}/${file}`] = text;
      await expectCall(made, verdict);
    },
  );
});

it("all that is generated compiles, with the calls", async () => {
  expect(Object.keys(written).length, "the features run before").toBeGreaterThan(1000);
  expect(await compilerErrorsOf(written)).toBe("");
});

async function expectProblem({ document, service = "probe" }: Feature, { at, because }: Refused): Promise<void> {
  const { findings, text } = await outcomeOf(document, { service });
  const words = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
  const [before = "", behind = ""] = at.split("→");
  const found = new RegExp(`(${words(before)})${words(behind)}`).exec(text);
  if (found === null) throw new Error(`The contract must contain ${at}; it does not.`);
  const lines = text.slice(0, found.index + (found[1] as string).length).split("\n");
  const place = `${lines.length}:${(lines.at(-1) as string).length + 1}`;
  expect(findings.map(({ line, column, message }) => ({ place: `${line}:${column}`, message }))).toEqual([
    { place, message: expect.stringMatching(because) as string },
  ]);
}

/** A program that makes the call. */
function callOf({ files }: Made, { calls = "doThing", input }: Works): string {
  const [, client] = /export interface (\w+Client)\b/.exec(files["client.ts"]) ?? [];
  const given = input === undefined ? "" : isPlain(input) ? JSON.stringify(input) : `{} as Parameters<typeof client.${calls}>[0]`;
  return `import type { ${client} } from "./client.ts";\ndeclare const client: ${client};\nexport const called = client.${calls}(${given});\n`;
}

/** Whether JSON can say a value. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

async function expectCall(made: Made, works: Works): Promise<void> {
  const { input, options, calls = "doThing", sent, headers = {}, body, response, value, generated = [] } = works;
  const { client, requests } = made.sending(response, options);
  const result = await client[calls]?.(...(input === undefined ? [] : [input]));
  if ("value" in works) expect(await settled(result)).toEqual(value);
  const [request] = requests as [Request];
  const { origin, href } = new URL(request.url);
  const address = origin === "https://thing.example.com" ? href.slice(origin.length) : href;
  if (sent !== undefined) expect(`${request.method} ${address}`).toBe(sent);
  for (const [name, expected] of Object.entries(headers)) expect(request.headers.get(name), name).toBe(expected);
  const text = body === undefined ? "" : await request.text();
  if (typeof body === "string") expect(text).toBe(body);
  else for (const part of body ?? []) expect(text).toContain(part);
  const sources = Object.values(made.files).join("\n");
  for (const part of generated) expect(sources).toContain(part);
}

/** A value with its streams read. */
async function settled(value: unknown): Promise<unknown> {
  if (typeof value !== "object" || value === null || !(Symbol.asyncIterator in value)) return value;
  const items: unknown[] = [];
  for await (const item of value as AsyncIterable<unknown>) items.push(item);
  return items;
}
