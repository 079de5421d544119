import { readProxy, UsageError } from "@keywright/cli-kit";
import { isPostgres, readListen, readSinkAddress } from "./address.ts";
import { checkFiles } from "./check-files.ts";
import { collect, type OptionValues, type Mistakes } from "./option-sources.ts";
import type { CheckpointAddress, Job, Settings, SinkSettings, SinkAddress } from "../settings/settings.ts";
import type { StreamName } from "../events/streams.ts";
import { SINK_KINDS } from "../settings/sink-kinds.ts";

/** The streams and sinks that the user names, with the options of each. */
export interface Plan {
  readonly process: OptionValues;
  readonly streams: readonly PlannedStream[];
  readonly does: "follow" | Past;
  /** The account of a fleet. */
  readonly account?: string | undefined;
}

/** What is done with past events, next to the live feed: they are sent again, or compared. */
export type Past = "replay" | "audit";

/** A stream, with its sinks. */
export interface PlannedStream {
  readonly stream: StreamName;
  readonly options: OptionValues;
  readonly sinks: readonly PlannedSink[];
}

/** A sink, by its name in the configuration file. */
export interface PlannedSink {
  readonly name: string | undefined;
  readonly options: OptionValues;
}

/** Turns a plan into settings. If there are mistakes, the settings must not be used. */
export function settingsOf(plan: Plan, mistakes: Mistakes): Settings {
  const { process, streams, does } = plan;
  const jobs = streams.flatMap((planned) => planned.sinks.map((sink) => jobOf(plan, planned, sink, mistakes)));
  const [listen, proxy] = [process.read("listen"), process.read("proxy")];
  const permit = process.isSet("listen-public") ? undefined : `${process.nameOf("listen")}-public`;
  const settings: Settings = {
    jobs,
    reset: process.isSet("reset"),
    once: process.isSet("once") || does === "replay",
    maxEvents: process.read("max-events"),
    maxPageBytes: process.read("max-page-bytes"),
    standBy: process.isSet("stand-by"),
    account: process.read("account"),
    listen: listen === undefined ? undefined : collect(mistakes, () => readListen(process.nameOf("listen"), listen, permit)),
    proxy: proxy === undefined ? undefined : collect(mistakes, () => readProxy(process.nameOf("proxy"), proxy)),
    ca: process.read("ca"),
    log: process.read("log") ?? "text",
    quiet: process.isSet("quiet"),
  };
  if (settings.reset && jobs.some((job) => job.since === undefined || (job.checkpoint === undefined && !storesPosition(job.sink.address))))
    mistakes.add(`${process.nameOf("reset")} needs --since TIME and --checkpoint FILE`);
  const whole = settings.maxEvents === undefined ? undefined : jobs.map(({ sink }) => WHOLE_PAGES[sink.address.kind]).find(Boolean);
  if (whole !== undefined) mistakes.add(`${process.nameOf("max-events")} would cut a page, and ${whole}: remove it`);
  if (mistakes.size === 0) checkFiles(jobs, mistakes);
  return settings;
}

/** Why a address needs whole pages. */
const WHOLE_PAGES: { readonly [Kind in SinkAddress["kind"]]?: string } = {
  postgres: "Postgres stores the position of whole pages",
  s3: "an object of S3 is a whole page",
};

/** Whether a address stores the position together with the events. */
function storesPosition({ kind }: SinkAddress): boolean {
  return kind === "postgres";
}

// The other mistakes of the job can still be found.
const UNKNOWN_SINK = {
  address: { kind: "stdout" as const },
  mode: undefined,
  table: undefined,
  format: undefined,
  body: undefined,
  index: undefined,
  source: undefined,
  sourcetype: undefined,
} satisfies Partial<SinkSettings>;

function jobOf(plan: Plan, { stream, options, sinks }: PlannedStream, planned: PlannedSink, mistakes: Mistakes): Job {
  const fill = (template: string): string => template.replaceAll("{stream}", stream).replaceAll("{sink}", planned.name ?? "sink");
  const sink = collect(mistakes, () => sinkOf(planned, fill, mistakes)) ?? { ...UNKNOWN_SINK, name: planned.name };
  const [since, until, deadLetter] = [options.read("since"), options.read("until"), options.read("dead-letter")];
  if (plan.does !== "follow" && !options.isSet("since")) mistakes.add(`${plan.does} needs --since TIME`);
  if (plan.does !== "audit" && plan.process.isSet("repair")) mistakes.add(`--repair needs audit: keywright-tail audit ${stream} --since TIME --repair`);
  if (plan.does === "follow" && options.isSet("until")) mistakes.add(`--until needs replay: keywright-tail replay ${stream} --since TIME --until TIME`);
  if (since !== undefined && until !== undefined && until < since) mistakes.add(`${options.nameOf("until")} must not be before ${options.nameOf("since")}`);
  checkPositionOptions(plan, options, sink, mistakes);
  const needed = { "{stream}": plan.streams.length > 1, "{sink}": sinks.length > 1 };
  return {
    stream,
    sink,
    account: plan.account,
    since,
    until,
    checkpoint: storesPosition(sink.address) ? undefined : collect(mistakes, () => checkpointOf(options, fill, needed)),
    positionName: positionNameOf(sink, plan.does === "replay" ? `replay:${since}:${until ?? "end"}` : undefined),
    deadLetter: deadLetter === undefined ? undefined : fileOf(fill(deadLetter), plan.account),
    pageSize: options.read("page-size"),
    pollIntervalMs: options.read("interval"),
    giveUpAfterMs: options.read("give-up-after"),
  };
}

/** Returns the path of an account's own file. */
export function fileOf(path: string, account: string | undefined): string {
  return account === undefined ? path : path.replaceAll("{account}", account.replaceAll(/[^\w.-]/g, "_"));
}

/**
 * Returns the name of a job's position. A table has its own positions, whatever the sink's name.
 *
 * @param replay The times of a replay, which has a position of its own.
 */
function positionNameOf({ name, address, table = "keywright_events" }: SinkSettings, replay: string | undefined): string | undefined {
  const owner = storesPosition(address) ? table : name;
  return [replay, owner].filter((part) => part !== undefined).join(":") || undefined;
}

/** Checks that the user has said where the position is stored. */
function checkPositionOptions({ does }: Plan, options: OptionValues, { name, address }: SinkSettings, mistakes: Mistakes): void {
  const [some, none] = [options.isSet("checkpoint"), options.isSet("no-checkpoint")];
  if (name !== undefined) {
    if (!some && !storesPosition(address)) mistakes.add(`${options.nameOf("checkpoint")} is missing: expected the name of a file, or an address of Postgres`);
  } else if (storesPosition(address)) {
    if (some || none) mistakes.add(`--${some ? "checkpoint" : "no-checkpoint"} has no use, because Postgres stores the position with the events: remove it`);
  } else if (does === "replay" ? some && none : some === none) mistakes.add("use --checkpoint FILE, or --no-checkpoint to store no position");
}

/** The kind of the sink that an option is for. */
const NEEDS = { mode: "file", table: "postgres", body: "http", index: "splunk", source: "splunk", sourcetype: "splunk" } as const;

function sinkOf({ name, options }: PlannedSink, fill: (template: string) => string, mistakes: Mistakes): SinkSettings {
  const [output, to] = [options.read("output"), options.read("to")];
  if (output !== undefined && to !== undefined) mistakes.add("use --output FILE or --to ADDRESS, not both");
  if (!options.isSet("to") && name !== undefined) throw new UsageError(`${options.nameOf("to")} is missing: expected an address, such as file:events.jsonl`);
  const address: SinkAddress = output === undefined ? readSinkAddress(options.nameOf("to"), to ?? "stdout:", name, fill) : { kind: "file", path: fill(output) };
  for (const [option, kind] of Object.entries(NEEDS) as [keyof typeof NEEDS, (typeof NEEDS)[keyof typeof NEEDS]][]) {
    const example = kind === "file" ? "--output FILE" : `--to ${SINK_KINDS[kind].form}`;
    if (options.isSet(option) && address.kind !== kind) mistakes.add(`${options.nameOf(option)} needs ${name === undefined ? example : `a sink of ${kind}`}`);
  }
  return {
    name,
    address,
    mode: options.read("mode"),
    table: options.read("table"),
    format: options.read("format"),
    body: options.read("body"),
    ...metadataOf(options, fill),
  };
}

function metadataOf(options: OptionValues, fill: (template: string) => string): Pick<SinkSettings, "index" | "source" | "sourcetype"> {
  const [index, source, sourcetype] = (["index", "source", "sourcetype"] as const).map((name) => options.read(name)).map((text) => text && fill(text));
  return { index, source, sourcetype };
}

/** @param needed The placeholders without which several jobs would have the same file. */
function checkpointOf(
  options: OptionValues,
  fill: (template: string) => string,
  needed: { readonly [placeholder: string]: boolean },
): CheckpointAddress | undefined {
  const [template, name] = [options.read("checkpoint"), options.nameOf("checkpoint")];
  if (template === undefined) return undefined;
  if (isPostgres(template)) {
    const address = readSinkAddress(name, template, "checkpoint", fill);
    return address.kind === "postgres" ? address : undefined;
  }
  for (const [placeholder, isNeeded] of Object.entries(needed))
    if (isNeeded && !template.includes(placeholder))
      throw new UsageError(`with several ${placeholder.slice(1, -1)}s, ${name} must contain ${placeholder}; got ${template}`);
  return { kind: "file", path: fill(template) };
}
