/** A part of a command, such as `faults` of `npx pnpm test faults`. */
export interface Part {
  /** What it shows, and what it needs in addition to Node. */
  readonly about: string;
  /** Programs with arguments, separated by `&&`. The last one takes the rest of the line. */
  readonly run: string;
  /** The words that the last program takes, as its help has them. Default: only options. */
  readonly takes?: string;
}

/** Returns a part that runs a program of a tool, such as `torture/src/faults-cli.ts`. */
export function cli(about: string, path: string, takes?: string): Part {
  return { about, run: `node --import tsx tools/${path}`, ...(takes === undefined ? {} : { takes }) };
}

/** Returns a part that runs the tests of a configuration. */
export function vitest(about: string, config: string): Part {
  return { about, run: `vitest run --config ${config}`, takes: "[file]…" };
}

/** Returns a part that begins with another program. */
export function after(program: string, part: Part): Part {
  return { ...part, run: `${program} && ${part.run}` };
}

/** Builds all packages. */
export const BUILD = "turbo run build --output-logs=errors-only";

export type Parts = Readonly<Record<string, Part>>;

/** Parts with their names, which run one after the other. */
export type Lane = readonly (readonly [name: string, part: Part])[];

/** A script of the root with parts. */
export interface Command {
  readonly parts: Parts;
  /** What it runs without a part, with options and paths. Default: nothing. */
  readonly whole?: Part;
  /** All parts, if there are several: lanes side by side, a lane's parts one after the other. */
  readonly lanes?: readonly Parts[];
}

/** What a command line asks for. */
export type Wanted = { readonly part: Part; readonly words: readonly string[] } | { readonly lanes: readonly Lane[] } | { readonly unknown: string };

/** Reads the words after a command. A path has a `/` or a `.`, so a misspelled part is none. */
export function readWords({ parts, whole, lanes }: Command, words: readonly string[]): Wanted {
  const [first, ...rest] = words;
  const isPart = (word: string): boolean => Object.hasOwn(parts, word);
  if (lanes && words.every(isPart) && words.length !== 1)
    return { lanes: lanes.map((all) => Object.entries(all).filter(([name]) => words.length === 0 || words.includes(name))) };
  const part = first !== undefined && isPart(first) ? parts[first] : undefined;
  if (part) {
    const unknown = part.takes === undefined && !rest.some((word) => word.startsWith("-")) ? rest[0] : undefined;
    return unknown === undefined ? { part, words: rest } : { unknown };
  }
  if (whole && (first === undefined || /^-|[/.]/.test(first))) return { part: whole, words };
  return { unknown: first ?? "" };
}

/** Returns the help of a command: a line for each part. */
export function usageOf(name: string, { parts, whole, lanes }: Command): string {
  const forms = [
    ...(whole ? [`[${whole.takes ?? "option"}]…  ${whole.about}`] : []),
    ...(lanes ? ["[part]…  runs these parts or all, two at a time, and names those that failed"] : []),
    "PART …  runs one part:",
  ];
  const rows = Object.entries(parts).map(([part, { about, takes }]) => `  ${`${part} ${takes ?? ""}`.padEnd(18)}  ${about}`);
  return [`Usage: ${forms.map((form) => `npx pnpm ${name} ${form}`).join("\n       ")}`, ...rows].join("\n");
}
