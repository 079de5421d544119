import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { SINK_KIND_LIST } from "../src/lib/settings/sink-kinds.ts";

const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

it("every sink with an address has a row in the guide of sinks, and its entry one in the README of the sinks", async () => {
  const [guide, readme] = await Promise.all([read("tools/docs/guides/tail-sinks.md"), read("packages/sinks/README.md")]);
  expect(SINK_KIND_LIST.length).toBeGreaterThan(5);
  for (const [kind, { form }] of SINK_KIND_LIST) {
    expect(guide).toContain(`\n| \`${form}\` |`);
    expect(readme).toContain(`\n| \`@keywright/sinks/${kind}\` |`);
  }
});
