import { readFileSync } from "node:fs";
import { jsonProblem, UsageError } from "@keywright/cli-kit";
import { ConfigurationError, checkOptions, type Rules } from "@keywright/core/client";
import { collect, joinSources, type OptionSource, type OptionValues, type Mistakes } from "./option-sources.ts";
import { OPTION_LIST, type OptionName } from "./options.ts";
import type { Plan, PlannedSink, PlannedStream } from "./plan.ts";
import { STREAM_NAMES, type StreamName } from "../events/streams.ts";

/** The form of a sink's name, which becomes a part of file names and of environment variables. */
export const SINK_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** The arguments next to a configuration file. */
export interface ConfigContext {
  readonly source: OptionSource;
  /** The streams to follow. Empty: all of the file. */
  readonly names: readonly StreamName[];
  readonly now: number;
  readonly mistakes: Mistakes;
}

/** Where an object of the file can have options. */
type Place = "process" | "stream" | "sink";
/** An object of the file. */
export type Json = { readonly [name: string]: unknown };

// These name another sink than the file does.
const WITHOUT_CONFIG = ["checkpoint", "no-checkpoint", "to", "output", "mode", "table", "format", "body", "index", "source", "sourcetype"] as const;

/** Reads a configuration file. Arguments precede a stream, and a stream the top of the file. */
export function planOfConfig(text: string, { source, names, now, mistakes }: ConfigContext): Omit<Plan, "does"> {
  const root = parse(text);
  for (const option of WITHOUT_CONFIG) if (source.values[option] !== undefined) mistakes.add(`--${option} cannot be used with --config: set it in the file`);
  const join = (first: OptionSource, ...more: readonly OptionSource[]): OptionValues => joinSources([first, ...more], now, mistakes);
  const top = sourceOf("", root, ["process", "stream"], ["$schema", "sinks", "streams"], mistakes);
  const sinks = sinksOf(root["sinks"], join, mistakes);
  const streams = objectAt("streams", root["streams"], mistakes);
  const planned = Object.entries(streams).flatMap(([name, value]): PlannedStream[] => {
    const path = `streams.${name}`;
    const stream = STREAM_NAMES.find((known) => known === name);
    if (stream === undefined) collect(mistakes, () => unknownName("streams", name, STREAM_NAMES));
    const object = objectAt(path, value, mistakes);
    const own = sourceOf(path, object, ["stream"], ["sinks"], mistakes);
    const used = namesOf(`${path}.sinks`, object["sinks"], mistakes).flatMap((sink) => sinks.get(sink) ?? unknownSink(`${path}.sinks`, sink, sinks, mistakes));
    if (stream === undefined || (names.length > 0 && !names.includes(stream))) return [];
    return [{ stream, options: join(source, own, top), sinks: used }];
  });
  for (const name of names) if (!Object.hasOwn(streams, name)) mistakes.add(`the configuration file has no stream ${name}`);
  if (planned.length === 0 && mistakes.size === 0) mistakes.add(`streams must name at least one of ${STREAM_NAMES.join(", ")}; got none`);
  return { process: join(source, top), streams: planned };
}

/** @throws UsageError if the file of `--config` cannot be read. */
export function readConfig(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--config cannot be read: ${(error as Error).message}`);
  }
}

function parse(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`the configuration file ${jsonProblem(text)}`);
  }
  if (isObject(value)) return value;
  throw new UsageError(`the configuration file must be an object with streams and sinks; got ${typeOf(value)}`);
}

function sinksOf(value: unknown, join: (first: OptionSource) => OptionValues, mistakes: Mistakes): ReadonlyMap<string, PlannedSink> {
  const sinks = new Map<string, PlannedSink>();
  for (const [name, object] of Object.entries(objectAt("sinks", value, mistakes))) {
    const path = `sinks.${name}`;
    // "checkpoint" has environment variables of its own.
    if (!SINK_NAME.test(name) || name === "checkpoint")
      mistakes.add(`${path} must have a name of small letters and digits with dashes between, other than checkpoint; got ${name}`);
    sinks.set(name, { name, options: join(sourceOf(path, objectAt(path, object, mistakes), ["sink"], [], mistakes)) });
  }
  return sinks;
}

/** Reads the options of an object. */
export function sourceOf(path: string, object: Json, places: readonly Place[], others: readonly string[], mistakes: Mistakes): OptionSource {
  const prefix = path === "" ? "" : `${path}.`;
  const options = OPTION_LIST.filter(([, { place }]) => place !== undefined && places.includes(place));
  const known = [...others, ...options.map(([name]) => name)];
  const values: { [Name in OptionName]?: string | boolean } = {};
  for (const name of Object.keys(object)) if (!known.includes(name)) collect(mistakes, () => unknownName(path, name, known));
  for (const [name, { kind }] of options) {
    const value = object[name];
    if (value === undefined) continue;
    const types = kind === undefined ? ["boolean"] : [kind.schema["type"] ?? "string"].flat().map((type) => (type === "integer" ? "number" : String(type)));
    if (!types.includes(typeof value)) mistakes.add(`${prefix}${name} must be a ${types.join(" or a ")}; got ${typeOf(value)}`);
    else values[name] = typeof value === "boolean" ? value : String(value);
  }
  return { values, nameOf: (option) => `${prefix}${option}` };
}

function namesOf(path: string, value: unknown, mistakes: Mistakes): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string")) return [...new Set(value)];
  mistakes.add(`${path} must be a list of names of sinks; got ${Array.isArray(value) ? "another list" : typeOf(value)}`);
  return [];
}

function unknownSink(path: string, name: string, sinks: ReadonlyMap<string, unknown>, mistakes: Mistakes): [] {
  collect(mistakes, () => unknownName(path, name, [...sinks.keys()]));
  return [];
}

/** @throws UsageError with the nearest known name. */
function unknownName(path: string, name: string, known: readonly string[]): never {
  const rules: Rules = Object.fromEntries(known.map((one) => [one, undefined]));
  try {
    checkOptions(path === "" ? "the configuration file" : path, { [name]: true }, rules);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message.replace(" is not an option of ", " is not a name in "));
    throw error;
  }
  throw new Error(`${name} is known`);
}

/** Returns an object of the file. Another value is a mistake. */
export function objectAt(path: string, value: unknown, mistakes: Mistakes): Json {
  if (isObject(value)) return value;
  mistakes.add(`${path} must be an object; got ${typeOf(value)}`);
  return {};
}

/** Whether a value is an object of the file. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the type of a value in words. */
export function typeOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
