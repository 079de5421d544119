import { syntaxProblem, UsageError } from "@keywright/cli-kit";
import { parseDocument } from "yaml";
import { isPostgres } from "./address.ts";
import { isObject, type Json, objectAt, readConfig, sourceOf, typeOf } from "./config-file.ts";
import { joinSources, type OptionSource, type Mistakes } from "./option-sources.ts";
import { OPTION_LIST, type OptionName } from "./options.ts";
import type { Plan } from "./plan.ts";
import { type ServiceName, serviceOf, STREAM_NAMES, type StreamName } from "../events/streams.ts";

// The names at the top of the file that are no options.
const FLEET_NAMES = ["$schema", "accounts", "streams", "events", "management"] as const;

/** An account, with the values of the placeholders in addresses and references: its columns. */
export interface Account {
  readonly name: string;
  readonly values: { readonly [placeholder: string]: string };
}

/** The address of a service, and the reference of its token, with placeholders. */
export interface ServiceTemplate {
  readonly url: string;
  readonly token: string;
}

/** The file of a fleet. */
export interface FleetFile {
  readonly root: Json;
  readonly streams: readonly StreamName[];
  readonly services: { readonly [Name in ServiceName]?: ServiceTemplate };
  /** The accounts, or the statement that returns them. */
  readonly accounts: readonly Account[] | { readonly query: string };
}

const REFERENCE = /^(op:\/\/.|file:.|env:.)/;

/**
 * Reads the file of a fleet, in YAML or JSON.
 *
 * @throws UsageError with its mistakes. They contain no value that can be a credential.
 */
export function readFleetFile(text: string): FleetFile {
  const root = parse(text);
  const mistakes: Mistakes = new Set();
  const streams = listOf("streams", root["streams"], mistakes).flatMap((name) => STREAM_NAMES.find((known) => known === name) ?? unknownStream(name, mistakes));
  const needed = [...new Set(streams.map(serviceOf))];
  const services = Object.fromEntries(needed.map((service) => [service, serviceAt(service, root[service], mistakes)]));
  const accounts = readAccounts(root["accounts"], mistakes);
  for (const [service, { url, token }] of Object.entries(services))
    if (!/\{\w+\}/.test(url + token) && !(Array.isArray(accounts) && accounts.length < 2))
      mistakes.add(`${service} has the same url and token for all accounts: add a placeholder such as {account} to one of them`);
  const [first] = mistakes;
  if (first !== undefined) throw new UsageError([...mistakes].join("; "));
  return { root, streams: [...new Set(streams)], services, accounts };
}

/**
 * Returns an account from an entry of the file, or a row of the query.
 *
 * @throws UsageError if it has no name.
 */
export function accountOf(entry: unknown): Account {
  const columns = typeof entry === "string" ? { account: entry } : isObject(entry) ? entry : {};
  const given = Object.entries(columns).filter(([, value]) => value !== null && value !== undefined);
  const values = Object.fromEntries(given.map(([column, value]) => [column, String(value)]));
  const { account: name = "" } = values;
  if (!/^[ -~]{1,200}$/.test(name)) throw new UsageError("each account must have a name in account, of 1 to 200 characters of ASCII");
  return { name, values };
}

/**
 * Replaces the placeholders of an address or a reference, such as `{account}`.
 *
 * @throws UsageError if the account lacks one, or a value would change the path of a file.
 */
export function fillTemplate(template: string, { name, values }: Account): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, placeholder: string) => {
    const value = Object.hasOwn(values, placeholder) ? values[placeholder] : undefined;
    if (value === undefined) throw new UsageError(`the account ${name} has no value for {${placeholder}}`);
    if (template.startsWith("file:") && /[/\\]|^\.\.?$/.test(value)) throw new UsageError(`{${placeholder}} of the account ${name} must be no path`);
    return template.startsWith("op://") ? value.replaceAll("%", "%25").replaceAll("/", "%2F").replaceAll("?", "%3F") : value;
  });
}

function parse(text: string): Json {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) throw new UsageError(`the configuration file ${syntaxProblem("YAML or JSON", text, error.pos[0])}`);
  const value = valueOf(document);
  if (isObject(value)) return value;
  throw new UsageError(`the configuration file must be an object with accounts and streams; got ${typeOf(value)}`);
}

function valueOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS();
  } catch {
    throw new UsageError("the configuration file has an alias without its anchor: correct it");
  }
}

function listOf(path: string, value: unknown, mistakes: Mistakes): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  mistakes.add(`${path} must be a list; got ${Array.isArray(value) ? "an empty one" : typeOf(value)}`);
  return [];
}

function unknownStream(name: unknown, mistakes: Mistakes): [] {
  mistakes.add(`streams must be of ${STREAM_NAMES.join(", ")}; got ${typeof name === "string" ? name : typeOf(name)}`);
  return [];
}

function serviceAt(service: ServiceName, value: unknown, mistakes: Mistakes): ServiceTemplate {
  const { url, token, ...more } = objectAt(service, value, mistakes);
  for (const name of Object.keys(more)) mistakes.add(`${service} has url and token; got ${name}`);
  if (typeof url !== "string" || url === "") mistakes.add(`${service}.url must be an address, or a reference to it`);
  if (typeof token !== "string" || !REFERENCE.test(token))
    mistakes.add(`${service}.token must be a reference: op://VAULT/ITEM/FIELD, file:PATH or env:NAME, with {account} in it`);
  return { url: String(url), token: String(token) };
}

function readAccounts(value: unknown, mistakes: Mistakes): FleetFile["accounts"] {
  if (isObject(value)) {
    const { query, ...more } = value;
    if (typeof query === "string" && Object.keys(more).length === 0) return { query };
    mistakes.add("accounts must be a list, or an object with query alone");
    return [];
  }
  const accounts = listOf("accounts", value, mistakes).flatMap((entry) => {
    // YAML reads 007 as 7, and 1e3 as 1000.
    const other = Object.entries(isObject(entry) ? entry : { account: entry }).find(([, one]) => typeof one !== "string");
    if (other !== undefined) mistakes.add(`accounts must have texts, in quotes if they are like numbers; got ${typeOf(other[1])} in ${other[0]}`);
    try {
      return accountOf(entry);
    } catch (error) {
      mistakes.add((error as Error).message);
      return [];
    }
  });
  const names = accounts.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) mistakes.add(`accounts has ${twice} twice`);
  return accounts;
}

/** What `keywright-tail fleet` does, and to which streams. */
export interface FleetCommand {
  readonly action: (typeof ACTIONS)[number];
  /** Absent: all accounts. */
  readonly account: string | undefined;
  readonly stream: string | undefined;
}

/** The plan of a worker or an audit, with the file of the fleet, or of a command of the fleet. */
export interface FleetPlan {
  readonly plan: Plan;
  readonly config?: string;
  /** Returns where streams begin that are new at a time, such as 30 days before it. */
  readonly sinceAt?: (now: number) => string | undefined;
  readonly command?: FleetCommand;
}

const NOT_OF_PAST = ["listen", "create-tables"] as const;
const ACTIONS = ["status", "pause", "resume", "retry", "reset"] as const;

// The fleet has one target, and a position for each of its streams.
const NOT_OF_FLEET = [
  "checkpoint",
  "no-checkpoint",
  "to",
  "output",
  "mode",
  "body",
  "index",
  "source",
  "sourcetype",
  "stand-by",
  "account",
  "reset",
  "once",
  "max-events",
  "until",
  "repair",
  "give-up-after",
] as const;

const OF_AUDIT: readonly string[] = ["account", "until", "repair", "give-up-after"];

const OF_COMMAND: readonly string[] = ["database", "ca", "log", "quiet"];

function withoutUse(does: string | undefined, action: FleetCommand["action"] | undefined): readonly OptionName[] {
  if (action !== undefined) return OPTION_LIST.flatMap(([name]) => (OF_COMMAND.includes(name) || (name === "since" && action === "reset") ? [] : name));
  return does === "audit" ? [...NOT_OF_FLEET.filter((one) => !OF_AUDIT.includes(one)), ...NOT_OF_PAST] : NOT_OF_FLEET;
}

/**
 * Returns the plan of `worker`, `fleet` or `audit`, whose sink is the database.
 *
 * @throws UsageError if it has no streams, or another argument.
 */
export function planOfFleet(source: OptionSource, [does, ...words]: readonly string[], now: number, mistakes: Mistakes): FleetPlan {
  const { config, database, account, since } = source.values;
  const command = does === "fleet" ? readCommand(words, since) : undefined;
  for (const option of withoutUse(does, command?.action)) {
    if (source.values[option] === undefined) continue;
    // --check-config, which would print all mistakes, is one of these options.
    if (command !== undefined) throw new UsageError(`--${option} has no use with fleet ${command.action}: remove it`);
    mistakes.add(`--${option} has no use with ${does}: remove it`);
  }
  if (typeof database !== "string" || !isPostgres(database)) throw new UsageError(`${does} needs --database postgres://HOST/DATABASE`);
  const given: OptionSource = { values: { ...source.values, to: database }, nameOf: (option) => (option === "to" ? "--database" : source.nameOf(option)) };
  const planWith = (sources: readonly OptionSource[], streams: readonly StreamName[], more: Partial<Plan> = {}): Plan => {
    const options = joinSources([given, ...sources], now, mistakes);
    return { process: options, streams: streams.map((stream) => ({ stream, options, sinks: [{ name: undefined, options }] })), does: "follow", ...more };
  };
  if (command !== undefined) return { plan: planWith([], STREAM_NAMES), command };
  if (typeof config !== "string") throw new UsageError(`${does} needs --config FILE, with accounts and streams`);
  const file = readFleetFile(readConfig(config));
  const options = sourceOf("", file.root, ["process", "stream", "sink"], FLEET_NAMES, mistakes);
  for (const option of NOT_OF_FLEET) if (options.values[option] !== undefined) mistakes.add(`${option} has no use in the file of a fleet: remove it`);
  const other = words.find((word) => does === "worker" || !file.streams.some((stream) => stream === word));
  if (other !== undefined) throw new UsageError(`${does} reads the streams of its file, ${file.streams.join(", ")}; got ${other}`);
  const sinceAt = (at: number): string | undefined => joinSources([given, options], at, new Set()).read("since");
  if (does === "worker") return { plan: planWith([options], file.streams), config, sinceAt };
  if (typeof account !== "string") throw new UsageError("audit of a fleet needs --account NAME");
  const streams = words.length === 0 ? file.streams : file.streams.filter((stream) => words.includes(stream));
  return { plan: planWith([options], streams, { does: "audit", account }), config };
}

function readCommand([name, account, stream, ...more]: readonly string[], since: unknown): FleetCommand {
  const action = ACTIONS.find((known) => known === name);
  if (action === undefined) throw new UsageError(`fleet takes ${ACTIONS.join(", ")}; got ${name ?? "nothing"}`);
  if (more[0] !== undefined) throw new UsageError(`fleet ${action} takes an account and a stream; got also ${more[0]}`);
  if (action === "reset" && (stream === undefined || since === undefined)) throw new UsageError("fleet reset takes ACCOUNT STREAM --since TIME");
  if ((action === "pause" || action === "resume") && account === undefined)
    throw new UsageError(`fleet ${action} takes an account, or an account and a stream`);
  return { action, account, stream };
}
