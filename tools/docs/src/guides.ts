import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { ROOT } from "./places.ts";

/** A text of the repository that is a page of the site. */
export interface Guide {
  /** Its file, from the root of the repository. */
  readonly file: string;
  /** Its page, without a slash before it: `vault/index`. */
  readonly page: string;
}

/** The guides: what stands in the repository for readers, the README of every published package, and the way from other packages. */
export function guidesOf(packages: readonly string[]): readonly Guide[] {
  return [
    { file: "README.md", page: "start" },
    ...packages.map((name) => ({ file: `packages/${name}/README.md`, page: `${name}/index` })),
    { file: "packages/vault/MIGRATION.md", page: "migration" },
    { file: "specs/README.md", page: "contracts" },
    { file: "CONTRIBUTING.md", page: "contributing" },
    { file: "SECURITY.md", page: "security" },
  ].filter(({ file }) => existsSync(join(ROOT, file)));
}

/** The Markdown of a guide for the site: links lead to pages; a file that has none is named without a link. */
export async function guidePage({ file }: Guide, guides: readonly Guide[]): Promise<string> {
  const text = await readFile(join(ROOT, file), "utf8");
  const linked = (prose: string): string =>
    prose.replaceAll(/\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g, (_all, label: string, target: string, fragment = "") => {
      const path = posix.normalize(posix.join(posix.dirname(file), target));
      const guide = guides.find((other) => other.file === path);
      return guide === undefined ? label : `[${label}](/${guide.page.replace(/index$/, "")}${fragment})`;
    });
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? withoutTags(linked(part)) : part.replace(/^```ts test$/m, "```ts")))
    .join("");
}

/** Shows as text what a page would take for a tag of its own; spans of code and comments stay. */
function withoutTags(prose: string): string {
  return prose
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/<(?!!--)/g, "&lt;") : part))
    .join("");
}
