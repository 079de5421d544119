import { parseArgs } from "node:util";
import { parseArguments, UsageError } from "@keywright/cli-kit";
import { planOfConfig, readConfig } from "./config-file.ts";
import { type FleetCommand, type FleetPlan, planOfFleet } from "./fleet-file.ts";
import { joinSources, type OptionSource, type Mistakes } from "./option-sources.ts";
import { OPTION_LIST } from "./options.ts";
import { type Plan, settingsOf } from "./plan.ts";
import { LOG_FORMATS, type LogFormat, type Settings } from "../settings/settings.ts";
import { STREAM_NAMES, type StreamName } from "../events/streams.ts";

/** An event in a file, and the format to explain. */
export interface Explained {
  readonly file: string;
  readonly stream: StreamName | undefined;
  readonly format: "ecs" | "ocsf";
}

/** What the command must do. */
export type Command =
  | { readonly does: "print"; readonly what: "help" | "version" }
  | ({ readonly does: "explain" } & Explained)
  | { readonly does: "follow" | "create-tables"; readonly settings: Settings }
  /** Compares targets with the service. `config`: the file of the fleet of the job. */
  | { readonly does: "audit"; readonly settings: Settings; readonly repair: boolean; readonly config: string | undefined }
  /** Reads the streams of a fleet. The configuration is read again while it runs. */
  | { readonly does: "worker"; readonly settings: Settings; readonly config: string; readonly sinceAt: FleetPlan["sinceAt"] }
  | { readonly does: "create-fleet-tables"; readonly settings: Settings }
  | ({ readonly does: "fleet"; readonly settings: Settings } & FleetCommand)
  /** Prints the jobs, and all mistakes. */
  | { readonly does: "check"; readonly settings: Settings; readonly mistakes: Mistakes; readonly config: string | undefined };

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
 * @throws UsageError for an invalid value.
 */
export function readArguments(args: readonly string[], now: number): Command {
  const { values, words } = parseArguments(args, {
    program: "keywright-tail",
    options: PARSED,
    alsoCalled: { limit: "max-events" },
    words: true,
    credentials: "Set the variable of the environment",
  });
  if (values["help"] === true) return { does: "print", what: "help" };
  if (values["version"] === true) return { does: "print", what: "version" };
  if (words[0] === "explain") return { does: "explain", ...readExplained(words.slice(1), values["format"]) };
  const source: OptionSource = { values, nameOf: (option) => `--${option}` };
  const mistakes: Mistakes = new Set();
  const fleet = isOfFleet(words, values["database"]) ? planOfFleet(source, words, now, mistakes) : undefined;
  const plan = fleet?.plan ?? planOf(source, words, now, mistakes);
  const settings = settingsOf(plan, mistakes);
  if (values["check-config"] === true) return { does: "check", settings, mistakes, config: fleet?.config };
  const [first] = mistakes;
  if (first !== undefined) throw new UsageError(mistakes.size === 1 ? first : `${first}; --check-config prints all ${mistakes.size} mistakes`);
  if (plan.does === "audit") return { does: "audit", settings, repair: values["repair"] === true, config: fleet?.config };
  const createsTables = values["create-tables"] === true;
  return fleet === undefined ? { does: createsTables ? "create-tables" : "follow", settings } : commandOfFleet(fleet, settings, createsTables);
}

const isOfFleet = ([does]: readonly string[], database: unknown): boolean =>
  does === "worker" || does === "fleet" || (does === "audit" && database !== undefined);

function commandOfFleet({ command, config = "", sinceAt }: FleetPlan, settings: Settings, createsTables: boolean): Command {
  if (command !== undefined) return { does: "fleet", settings, ...command };
  return createsTables ? { does: "create-fleet-tables", settings } : { does: "worker", settings, config, sinceAt };
}

function readExplained([file, ...names]: readonly string[], format: unknown): Explained {
  if (file === undefined) throw new UsageError("explain takes a file with an event");
  if (format !== "ecs" && format !== "ocsf") throw new UsageError("explain takes --format ecs or --format ocsf");
  return { file, stream: readStreams(names)[0], format };
}

const NOT_OF_AUDIT = ["reset", "once", "max-events", "listen", "create-tables"] as const;

function planOf(source: OptionSource, words: readonly string[], now: number, mistakes: Mistakes): Plan {
  const does = words[0] === "replay" || words[0] === "audit" ? words[0] : "follow";
  const names = readStreams(does === "follow" ? words : words.slice(1));
  if (does === "audit")
    for (const option of NOT_OF_AUDIT) if (source.values[option] !== undefined) mistakes.add(`--${option} has no use with audit: remove it`);
  const { config } = source.values;
  if (typeof config === "string") {
    if (does === "replay") throw new UsageError("replay takes its sink from --to ADDRESS: remove --config");
    return { ...planOfConfig(readConfig(config), { source, names, now, mistakes }), does };
  }
  if (names.length === 0) throw new UsageError(`name at least one stream: ${STREAM_NAMES.join(", ")}`);
  const options = joinSources([source], now, mistakes);
  return { process: options, streams: names.map((stream) => ({ stream, options, sinks: [{ name: undefined, options }] })), does };
}

function readStreams(names: readonly string[]): StreamName[] {
  const unknown = names.filter((name) => !(STREAM_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new UsageError(`there is no stream ${unknown.join(", ")}; there are ${STREAM_NAMES.join(", ")}`);
  return [...new Set(names as readonly StreamName[])];
}
