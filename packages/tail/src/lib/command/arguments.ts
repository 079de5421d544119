import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkOptions, type Rules } from "@keywright/core/client";
import { isSecretName } from "./address.ts";
import { planOfConfig } from "./config-file.ts";
import { joinSources, type OptionSource, type Mistakes } from "./option-sources.ts";
import { OPTION_LIST, OPTIONS } from "./options.ts";
import { type Plan, settingsOf } from "./plan.ts";
import { LOG_FORMATS, type LogFormat, type Settings } from "../settings/settings.ts";
import { STREAM_NAMES, type StreamName } from "../events/streams.ts";
import { UsageError } from "../settings/usage-error.ts";

/** What the command must do. */
export type Command =
  | { readonly does: "print"; readonly what: "help" | "version" }
  | { readonly does: "follow" | "create-tables"; readonly settings: Settings }
  /** Prints the jobs, and all mistakes. */
  | { readonly does: "check"; readonly settings: Settings; readonly mistakes: Mistakes };

/** For `parseArgs` of Node. */
const PARSED = Object.fromEntries(
  OPTION_LIST.map(([name, { kind, short }]) => [name, { type: kind === undefined ? "boolean" : "string", ...(short === undefined ? {} : { short }) } as const]),
);

/** Returns the format of the log, even if other arguments are invalid. */
export function readLogFormat(args: readonly string[]): LogFormat {
  const { values } = parseArgs({ args: [...args], strict: false, options: { log: { type: "string" } } });
  return LOG_FORMATS.find((format) => format === values.log) ?? "text";
}

/**
 * Returns what the arguments ask for.
 *
 * @param now Milliseconds since 1970, for times relative to now.
 * @throws UsageError with the expected and the actual value, or ConfigurationError for an unknown option.
 */
export function readArguments(args: readonly string[], now: number): Command {
  const { values, positionals } = parse(args);
  if (values["help"] === true) return { does: "print", what: "help" };
  if (values["version"] === true) return { does: "print", what: "version" };
  const source: OptionSource = { values, nameOf: (option) => `--${option}` };
  const mistakes: Mistakes = new Set();
  const settings = settingsOf(planOf(source, positionals, now, mistakes), mistakes);
  if (values["check-config"] === true) return { does: "check", settings, mistakes };
  const [first] = mistakes;
  if (first !== undefined) throw new UsageError(mistakes.size === 1 ? first : `${first}; --check-config prints all ${mistakes.size} mistakes`);
  return { does: values["create-tables"] === true ? "create-tables" : "follow", settings };
}

function planOf(source: OptionSource, positionals: readonly string[], now: number, mistakes: Mistakes): Plan {
  const replay = positionals[0] === "replay";
  const names = readStreams(replay ? positionals.slice(1) : positionals);
  const { config } = source.values;
  if (typeof config === "string") {
    if (replay) throw new UsageError("replay takes its sink from --to ADDRESS: remove --config");
    return planOfConfig(readConfig(config), { source, names, now, mistakes });
  }
  if (names.length === 0) throw new UsageError(`name at least one stream: ${STREAM_NAMES.join(", ")}`);
  const options = joinSources([source], now, mistakes);
  return { process: options, streams: names.map((stream) => ({ stream, options, sinks: [{ name: undefined, options }] })), replay };
}

function readConfig(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--config cannot be read: ${(error as Error).message}`);
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: PARSED });
  } catch (error) {
    checkNames(args);
    throw new UsageError((error as Error).message);
  }
}

/** The names of the options, with those that other programs give them. */
const NAMES: Rules = {
  ...Object.fromEntries(OPTION_LIST.map(([name]) => [`--${name}`, undefined])),
  "--max-events": [() => true, "a number", { alsoCalled: ["limit"] }],
};

/** @throws ConfigurationError if an option is unknown, with the nearest one; UsageError if it would be a credential. */
function checkNames(args: readonly string[]): void {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options: PARSED });
  const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(OPTIONS, token.name));
  if (unknown?.kind !== "option") return;
  if (isSecretName(unknown.name))
    throw new UsageError(
      `${unknown.rawName} is not an option, because other users of this machine can read a command line: set the variable of the environment`,
    );
  checkOptions("keywright-tail", { [unknown.rawName]: true }, NAMES);
}

function readStreams(names: readonly string[]): StreamName[] {
  const unknown = names.filter((name) => !(STREAM_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new UsageError(`there is no stream ${unknown.join(", ")}; there are ${STREAM_NAMES.join(", ")}`);
  return [...new Set(names as readonly StreamName[])];
}
