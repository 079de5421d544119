import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import type { Budgets, Measured } from "./budgets.ts";
import { findCircular, foldersOf } from "./circles.ts";
import { findPublic } from "./public-names.ts";
import { countFiles, countLines, findWideComments, readImports, readSources, type Source } from "./sources.ts";

/** Rules of oxlint with their limits, which .oxlintrc.json has, too. */
const LIMITS = join(import.meta.dirname, "limits.json");

/** Measures a repository: a row for each budget. */
export async function measureStructure(root: string, budgets: Budgets): Promise<readonly Measured[]> {
  const { packages, tools } = { packages: readSources(root, "packages"), tools: readSources(root, "tools") };
  const imports = readImports(packages);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object };
  const { entries, names } = await findPublic(root, budgets.apart);
  const readmes = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "*README.md"], { cwd: root, encoding: "utf8" });
  const wordsOf = (path: string): number => readFileSync(join(root, path), "utf8").split(/\s+/).filter(Boolean).length;
  const words = readmes.split("\n").flatMap((path) => (path === "" || path.includes("/generated/") ? [] : [{ path, count: wordsOf(path) }]));
  return [
    ...measureFolders(packages, budgets.lists),
    row("scripts of the root", Object.keys(scripts)),
    row("public entries", entries),
    row("public names", names),
    row("imports that are circular", [...findCircular(imports), ...findCircular(readImports(tools))]),
    row("circular arrows between folders: packages", findCircular(foldersOf(imports))),
    row("circular arrows between folders: tools", findCircular(foldersOf(readImports(tools)))),
    row("imports of tools by packages", findToolImports(imports, budgets.tools)),
    ...(await lint(root)),
    row("lines of comments over 100 columns", findWideComments([...packages, ...tools], 100)),
    { what: "lines: packages", value: countLines(packages), details: sizesOf(packages) },
    { what: "lines: tools", value: countLines(tools), details: sizesOf(tools) },
    { what: "words of all READMEs", value: words.reduce((sum, { count }) => sum + count, 0), details: words.map(({ path, count }) => `${path} ${count}`) },
    { what: "words of packages/generate/README.md", value: words.find(({ path }) => path === "packages/generate/README.md")?.count ?? 0 },
  ];
}

/** Returns the files and lines of each package. */
function sizesOf(sources: readonly Source[]): string[] {
  return [...new Set(sources.map(({ place }) => place))].map((place) => {
    const own = sources.filter((source) => source.place === place);
    return `${place.padEnd(24)} ${String(own.length).padStart(4)} files ${String(countLines(own)).padStart(6)} lines`;
  });
}

/** Returns the largest folder of each package, and each folder that is a list. */
export function measureFolders(sources: readonly Source[], lists: Budgets["lists"]): readonly Measured[] {
  const counts = [...countFiles(sources)].sort(([, a], [, b]) => b - a);
  const isList = ([folder]: readonly [string, number]): boolean => lists[folder] !== undefined;
  const rows = [...new Set(sources.map(({ place }) => place))].map((place) => {
    const own = counts.filter((count) => count[0].startsWith(`${place}/`) && !isList(count));
    return { what: `files of a folder: ${place}`, value: own[0]?.[1] ?? 0, details: own.map(([folder, files]) => `${folder} ${files}`) };
  });
  return [...rows, ...counts.filter(isList).map(([folder, files]) => ({ what: `files of a list: ${folder}`, value: files }))];
}

/** Returns the imports of tools, except in the folders that may import them. */
export function findToolImports(imports: ReadonlyMap<string, readonly string[]>, allowed: Budgets["tools"]): string[] {
  const places = [...imports].filter(([path]) => !Object.keys(allowed).includes(dirname(path)));
  return places.flatMap(([path, to]) => to.filter((name) => /^(@keywright\/tool-|tools\/)/.test(name)).map((name) => `${path} -> ${name}`));
}

/** Counts what is above the limits of complexity, parameters and lines. */
async function lint(root: string): Promise<readonly Measured[]> {
  const flags = ["--config", LIMITS, "--ignore-pattern", "**/{generated,test}/**", "--format", "json"];
  const { output } = await runCommand(join(root, "node_modules/.bin/oxlint"), [...flags, "packages", "tools"], { folder: root });
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  return Object.entries({ complexity: "complexity over 20", "max-params": "more than 5 parameters", "max-lines": "files over 400 lines" }).map(
    ([rule, what]) => {
      const found = diagnostics.filter(({ code, filename }) => code === `eslint(${rule})` && filename.includes("/src/"));
      return row(
        what,
        found.map(({ filename, message, labels }) => `${filename}:${labels[0]?.span.line ?? 1} ${message}`),
      );
    },
  );
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly message: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

function row(what: string, details: readonly string[]): Measured {
  return { what, value: details.length, details };
}
