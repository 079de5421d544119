import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./places.ts";

/** The example in the documentation of each generated method of a client, by the method's name. */
export async function callExamples(service: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(ROOT, "packages", service, "src/generated/client.ts"), "utf8");
  const examples = new Map<string, string>();
  for (const [, comment = "", name = ""] of text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)\(/g)) {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(comment.replaceAll(/^\s*\* ?/gm, "")) ?? [];
    if (code !== undefined && !examples.has(name)) examples.set(name, code);
  }
  return examples;
}
