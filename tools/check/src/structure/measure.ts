import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { findPublished } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { wordList } from "../words/avoided-words.ts";
import { avoidedTitles, titlesOf, type Title } from "../words/titles.ts";
import type { Budgets, Measured } from "./budgets.ts";
import { findCircular, foldersOf } from "./circles.ts";
import { findPublic } from "./public-names.ts";
import { countFiles, countLines, countWords, findWideComments, readImports, readSources, type Source } from "./sources.ts";

/** Rules of oxlint with their limits, which .oxlintrc.json has, too. */
const LIMITS = join(import.meta.dirname, "limits.json");

const GUIDES = "tools/docs/guides";

/** Measures a repository: a row for each budget. */
export async function measureStructure(root: string, budgets: Budgets): Promise<readonly Measured[]> {
  const { packages, tools } = { packages: readSources(root, "packages"), tools: readSources(root, "tools") };
  const imports = readImports(packages);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly scripts: object };
  const { entries, names, apartValues } = await findPublic(root, budgets.apart);
  const readmes = (await findPublished(root)).map((folder) => relative(root, join(folder, "README.md")));
  const guides = readdirSync(join(root, GUIDES)).filter((name) => name.endsWith(".md"));
  const avoided = findAvoided(root);
  return [
    ...measureFolders(packages, budgets.lists),
    row("scripts of the root", Object.keys(scripts)),
    row("public entries", entries),
    row("public names", names),
    row("values of @keywright/core/client", apartValues.get("@keywright/core/client") ?? []),
    row("imports that are circular", [...findCircular(imports), ...findCircular(readImports(tools))]),
    row("circular arrows between folders: packages", findCircular(foldersOf(imports))),
    row("circular arrows between folders: tools", findCircular(foldersOf(readImports(tools)))),
    row("arrows upward between packages", findUpward(imports)),
    ...(await lint(root)),
    row("lines of comments over 100 columns", findWideComments([...packages, ...tools], 100)),
    row("titles of tests with words to avoid", avoided.title),
    row("names of functions with words to avoid", avoided.name),
    { what: "lines: packages", value: countLines(packages), details: sizesOf(packages) },
    { what: "lines: tools", value: countLines(tools), details: sizesOf(tools) },
    measureWords("words of the READMEs of packages", root, readmes),
    measureWords("words of packages/generate/README.md", root, ["packages/generate/README.md"]),
    measureWords(
      "words of the guides",
      root,
      guides.map((name) => `${GUIDES}/${name}`),
    ),
  ];
}

function measureWords(what: string, root: string, paths: readonly string[]): Measured {
  const counts = paths.map((path) => ({ path, count: countWords(readFileSync(join(root, path), "utf8")) }));
  return { what, value: counts.reduce((sum, { count }) => sum + count, 0), details: counts.map(({ path, count }) => `${path} ${count}`) };
}

/** Finds titles of tests and names of functions with words to avoid: `path:line title`. */
function findAvoided(root: string): Readonly<Record<Title["kind"], readonly string[]>> {
  const words = wordList(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"));
  const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", "packages", "tools"], { cwd: root, encoding: "utf8" });
  const files = tracked.split("\n").filter((path) => /\.[jt]s$/.test(path) && !path.includes("/generated/") && existsSync(join(root, path)));
  const found = files.flatMap((path) =>
    avoidedTitles(titlesOf(readFileSync(join(root, path), "utf8")), words).map(({ kind, text, line }) => ({ kind, detail: `${path}:${line} ${text}` })),
  );
  const listOf = (kind: Title["kind"]): string[] => found.filter((title) => title.kind === kind).map(({ detail }) => detail);
  return { title: listOf("title"), name: listOf("name") };
}

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

/** Returns imports of tools by packages, of packages by core, and circular ones of packages. */
export function findUpward(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const [path, to] of imports) {
    const from = placeOf(path);
    const places = to.map(placeOf).filter((place) => /^(tools|packages)\//.test(place) && place !== from);
    arrows.set(from, new Set([...(arrows.get(from) ?? []), ...places]));
  }
  const all = [...arrows].flatMap(([from, to]) => [...to].map((place) => ({ from, place })));
  const upward = all.filter(({ from, place }) => place.startsWith("tools/") || from === "packages/core").map(({ from, place }) => `${from} -> ${place}`);
  return [...new Set([...upward, ...findCircular(arrows)])];
}

/** Returns the package of a path or of an import, such as `packages/core`. */
function placeOf(name: string): string {
  const path = name.replace(/^@keywright\/tool-/, "tools/").replace(/^@keywright\//, "packages/");
  return path.split("/", 2).join("/");
}

async function lint(root: string): Promise<readonly Measured[]> {
  const flags = ["--config", LIMITS, "--ignore-pattern", "**/{generated,test}/**", "--format", "json"];
  const { output } = await runCommand(join(root, "node_modules/.bin/oxlint"), [...flags, "packages", "tools"], { folder: root });
  const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Diagnostic[] };
  const found = diagnostics.filter(({ filename }) => filename.includes("/src/"));
  const detailsOf = (rule: string): string[] =>
    found.filter(({ code }) => code === `eslint(${rule})`).map(({ filename, message, labels }) => `${filename}:${labels[0]?.span.line ?? 1} ${message}`);
  const complexities = found.map(({ message }) => Number(/complexity of (\d+)/.exec(message)?.[1] ?? 0));
  return [
    // The linter reports what is above 20.
    { what: "highest complexity", value: Math.max(20, ...complexities) },
    row("complexity over 20", detailsOf("complexity")),
    row("more than 5 parameters", detailsOf("max-params")),
    row("files over 400 lines", detailsOf("max-lines")),
  ];
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
