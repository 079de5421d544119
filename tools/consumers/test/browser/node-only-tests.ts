import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Finds the tests of a folder that need Node, by their imports and by those of the files that they import from that folder or `src/lib/node`.
 *
 * @param root The folder that paths are relative to.
 * @param folder The folder of the tests, relative to it.
 */
export function nodeOnlyTests(root: string, folder: string): string[] {
  const tests = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  return tests
    .map((file) => join(root, folder, file))
    .filter((file) => needsNode(file))
    .map((file) => relative(root, file));
}

function needsNode(file: string): boolean {
  const imported = [...readFileSync(file, "utf8").matchAll(/^(?:import|export) .*from "(.+)";$/gm)].map(([, name]) => name as string);
  return imported.some(
    (name) => name.startsWith("node:") || name.includes("/src/node") || (/^\.\.?\/(?!.*src\/(?!lib\/node\/))/.test(name) && needsNode(join(file, "..", name))),
  );
}
