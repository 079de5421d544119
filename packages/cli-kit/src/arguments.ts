import { nearName } from "@keywright/core/client";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "./usage-error.ts";

/** The options of a program, as `parseArgs` of Node describes them. */
export type Options = NonNullable<ParseArgsConfig["options"]>;

/** What a program takes. */
export interface Grammar<Taken extends Options> {
  /** Its name, for messages. */
  readonly program: string;
  readonly options: Taken;
  /** Names that other programs give an option, with its own. */
  readonly alsoCalled?: { readonly [name: string]: string };
  /** Whether it takes words other than options. @default false */
  readonly words?: boolean;
  /** Where credentials come from instead of options: the end of a message. Absent: nowhere. */
  readonly credentials?: string;
  /** The end of the message of an unknown option that is near no other. */
  readonly advice?: string;
}

const SECRET = /pass|pwd|token|secret|credential|signature|key|auth|client/i;

/**
 * Reads the arguments of a program.
 *
 * @returns `{ values, words, given }`: the values, the other words, and the options in their order.
 * @throws UsageError, without the value of an unknown option, which may be a secret.
 */
export function parseArguments<const Taken extends Options>(args: readonly string[], grammar: Grammar<Taken>) {
  const { options, words = false, credentials } = grammar;
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options });
  const given = tokens.flatMap((token) => (token.kind === "option" ? [token] : []));
  for (const { name, rawName } of given) {
    if (Object.hasOwn(options, name)) continue;
    if (credentials !== undefined && SECRET.test(name))
      throw new UsageError(`${rawName} is not an option, because other users can read a command line. ${credentials}`);
    throw new UsageError(notAnOption(rawName, grammar));
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: words, options });
    return { values, words: positionals, given: given.map(({ name }) => name) };
  } catch (error) {
    // Some advice has more lines.
    throw new UsageError((error as Error).message.replace(/\.?\n.*/s, ""));
  }
}

/** Returns that a program has no such option, with the nearest one. */
function notAnOption(option: string, { program, options, alsoCalled = {}, advice = "" }: Grammar<Options>): string {
  const known = Object.keys(options).map((name) => [name, name] as const);
  const meant = nearName(option, [...known, ...Object.entries(alsoCalled)]);
  return `${option} is not an option of ${program}${meant === undefined ? advice : `; did you mean --${meant}?`}`;
}

const UNITS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns a duration such as `15m` in milliseconds; `undefined` if it is none. */
export function durationIn(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,9}(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  return unit === "" ? undefined : Number(number) * (UNITS[unit] ?? 0) * 1000;
}

/**
 * Reads a duration as milliseconds. A number without a unit is seconds.
 *
 * @param from The least number of seconds.
 * @throws UsageError if it is not in the range.
 */
export function readDuration(option: string, text: string, from = 0.001, to = Infinity): number {
  const milliseconds = durationIn(/\d$/.test(text) ? `${text}s` : text);
  if (milliseconds !== undefined && milliseconds >= from * 1000 && milliseconds <= to * 1000) return milliseconds;
  const range = to === Infinity ? `from ${from}` : `from ${from} to ${to}`;
  throw new UsageError(`${option} takes seconds ${range}, or a duration such as 90s, 15m, 24h, 7d or 2w; got ${text}`);
}

/** Reads one of some words. @throws UsageError with the known ones. */
export function oneOf<Word extends string>(option: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word === undefined) throw new UsageError(`${option} must be one of ${words.join(", ")}; got ${text}`);
  return word;
}
