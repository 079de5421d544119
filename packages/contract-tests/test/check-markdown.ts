import { posix } from "node:path";
import { blocksOf, headingsOf, linksOf, spansOf } from "./markdown.ts";

/** What the markdown files of a repository may name. */
export interface Repository {
  /** Every file and folder, as paths from the root. */
  readonly paths: readonly string[];
  /** The scripts of the root, by their names. */
  readonly scripts: { readonly [name: string]: string };
  /** The programs of scripts with parts, by the names of the script and the part. */
  readonly parts: { readonly [script: string]: { readonly [part: string]: string } };
  /** The commands that the packages bring, by their names, as programs of Node. */
  readonly commands: { readonly [name: string]: string };
  /** What can be imported, such as `@keywright/core/node`. */
  readonly entries: readonly string[];
  /** What can be installed, such as `@keywright/core` or `undici`. */
  readonly packages: readonly string[];
  /** What a script or a command says when it is asked for help. */
  help(line: string): Promise<string>;
  read(path: string): Promise<string>;
}

/** Commands of a block, one a line, without what stands behind `#`. */
function linesOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter(Boolean);
}

/** What a markdown file says of commands that is not so. */
export async function checkCommands(text: string, repository: Repository, runElsewhere = false): Promise<string[]> {
  const blocks = blocksOf(text).filter(({ mark }) => mark === "sh");
  const lines = blocks.flatMap((block) => linesOf(block.text));
  const findings: string[] = [];
  for (const line of new Set([...lines, ...spansOf(text)])) {
    const finding = await checkCommand(line, repository);
    if (finding === undefined) continue;
    if (finding !== "not known") findings.push(`${line}: ${finding}`);
    // What a test runs word for word need not be understood here; and prose holds other things than commands.
    else if (lines.includes(line) && !runElsewhere) findings.push(`${line}: no test knows this command`);
  }
  return findings;
}

async function checkCommand(line: string, repository: Repository): Promise<string | undefined> {
  const [, script, scriptArguments = ""] = /^(?:npx )?pnpm ([\w:-]+)(.*)$/.exec(line) ?? [];
  if (script !== undefined) {
    const program = repository.scripts[script];
    if (program === undefined) return "package.json has no such script";
    const parts = repository.parts[script];
    const [part = "", ...rest] = scriptArguments.trim().split(" ");
    if (parts === undefined || !/^[a-z]+$/.test(part)) return checkArguments(scriptArguments, program, repository);
    if ([part, ...rest].every((word) => word === "list" || parts[word] !== undefined)) return undefined;
    return parts[part] === undefined ? `there is no part ${part}` : checkArguments(rest.join(" "), parts[part], repository);
  }
  const [, installed] = /^npm install (?:--\S+ )?(\S+)$/.exec(line) ?? [];
  if (installed !== undefined) return repository.packages.includes(installed.replace(/(.)@.*$/, "$1")) ? undefined : "there is no such package";
  const [, command = "", commandArguments = ""] = /^(?:npx (?:--yes --package \S+ )?)?(keywright-[a-z]+)(.*)$/.exec(line) ?? [];
  if (command === "") return "not known";
  const program = repository.commands[command];
  return program === undefined ? "no package has such a command" : checkArguments(commandArguments, program, repository);
}

/** Whether a program's help has each flag, and says that it takes a first word. */
async function checkArguments(given: string, program: string, { help }: Repository): Promise<string | undefined> {
  const words = given.split(/\s+/).filter((word) => word !== "" && word !== "&");
  const [first = ""] = words;
  const flags = words.filter((word) => word.startsWith("--"));
  if (words.length === 0) return undefined;
  const all = await help(program);
  // A subcommand has a help of its own.
  const said = /^[a-z]+$/.test(first) && new RegExp(String.raw`^\s+keywright-\w+ ${first} `, "m").test(all) ? await help(`${program} ${first}`) : all;
  const known = said.split(/[^\w-]+/);
  const unknown = flags.find((flag) => !known.includes(flag));
  if (unknown !== undefined) return `its help has no ${unknown}`;
  // Named itself, or by a word in brackets that stands for it.
  const takesFirst = first.startsWith("-") || known.includes(first) || /[[<][a-z]+[\]>]|[A-Z]{3,}…/.test(said);
  return takesFirst ? undefined : `its help knows nothing of ${first}`;
}

const BUILT = /(^|\/)dist(\/|$)/;

/** What a markdown file names that is not there: paths and entries between backticks, and the targets of links. */
export async function checkPlaces(file: string, text: string, repository: Repository): Promise<string[]> {
  const [home = ""] = /^(packages|tools)\/[^/]+/.exec(file) ?? [];
  const folders = [...new Set(["", posix.dirname(file), home])];
  const spans = spansOf(text).flatMap((span) => (isThere(span, folders, repository) ? [] : [`\`${span}\` is not there`]));
  const links = await Promise.all(
    linksOf(text).map(async ({ path, heading }) => {
      const target = path === "" ? file : posix.join(posix.dirname(file), path).replace(/\/$/, "");
      if (!repository.paths.includes(target)) return [`the link to ${path} leads nowhere`];
      if (heading === "") return [];
      return headingsOf(target === file ? text : await repository.read(target)).includes(heading)
        ? []
        : [`the link to ${path}#${heading} finds no such heading`];
    }),
  );
  return [...spans, ...links.flat()];
}

/** Links to other files whose labels do not name the package that has the file. */
export function checkLabels(text: string): string[] {
  // A guide is found on the site by its title, which is its label.
  const elsewhere = linksOf(text).filter(({ path, label }) => path !== "" && !path.includes("tools/docs/guides/") && !label.includes("@keywright/"));
  return elsewhere.map(({ path }) => `the link to ${path} does not name its package`);
}

/** Whether what stands between backticks is there; what does not look like a place is. */
function isThere(span: string, folders: readonly string[], { paths, entries, packages }: Repository): boolean {
  if (span.startsWith("@keywright/")) return !/^[\w@/.-]+$/.test(span) || entries.includes(span) || packages.includes(span);
  if (!/^[\w.<>{}*-]+(\/[\w.<>{}*-]+)*\/?$/.test(span) || BUILT.test(span)) return true;
  const [top = "", ...below] = span.split("/");
  const within = folders.map((folder) => posix.join(folder, top));
  const looksLikeOne = /\.(ts|ya?ml)$/.test(span) || (below.length > 0 && within.some((path) => paths.includes(path)));
  if (!looksLikeOne) return true;
  // `<service>` and `*` stand for any name.
  const name = span
    .replace(/\/$/, "")
    .replaceAll(".", "\\.")
    .replaceAll(/<[^>]+>|\*|\{[^}]+\}/g, "[^/]+");
  // A file without its folder may be anywhere; `test/` is one that each package has.
  const pattern = new RegExp(
    below.length === 0 || below[0] === "" ? `(^|/)${name}$` : `^(${folders.map((path) => (path === "" || path === "." ? "" : `${path}/`)).join("|")})${name}$`,
  );
  return paths.some((path) => pattern.test(path));
}
