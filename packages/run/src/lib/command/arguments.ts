import { constants } from "node:os";
import { parseArguments, readDuration, readProxy, UsageError } from "@keywright/cli-kit";
import { COMMANDS, OFFLINE, OPTIONS, SHELLS } from "./options.ts";

/** How the vault is reached. */
export interface Network {
  readonly proxy: string | undefined;
  /** The file of certificate authorities that are trusted, too. */
  readonly ca: string | undefined;
  /** Whether the address may be http of another machine. */
  readonly allowInsecureHttp: boolean;
}

/** How secrets are read and reported. */
interface ReadSettings {
  readonly network: Network;
  readonly scheme: string;
  readonly json: boolean;
}

/** The copy of the last secrets; absent without `--offline-copy`. */
export interface OfflineSettings {
  readonly path: string;
  readonly maxAgeMs: number;
  /** How long a request may take before the copy replaces it. */
  readonly afterMs: number;
}

/** An item or section whose fields become variables. */
export interface WholeItem {
  /** The beginning of the variables' names; empty for none. */
  readonly prefix: string;
  /** The reference of the item or section. */
  readonly reference: string;
}

/** When a change is noticed; absent without `--watch`. */
export interface WatchSettings {
  readonly pollMs: number;
  /** Sent instead of a restart. */
  readonly signal: NodeJS.Signals | undefined;
  readonly minIntervalMs: number;
}

/** The settings of a command that runs another one. */
export interface RunSettings extends ReadSettings {
  readonly name: "run";
  readonly command: string;
  readonly args: readonly string[];
  readonly envFiles: readonly string[];
  readonly envFrom: readonly WholeItem[];
  /** The folder of files with secrets. Absent: secrets are in the environment. */
  readonly files: string | undefined;
  readonly masking: boolean;
  /** Whether the command gets a terminal under masking. */
  readonly tty: boolean;
  readonly keepToken: boolean;
  /** The time until SIGKILL: of a restart, and for what the command left after it was stopped. */
  readonly graceMs: number;
  readonly watch: WatchSettings | undefined;
  readonly offline: OfflineSettings | undefined;
}

/** The settings of `inject`. */
export interface InjectSettings extends ReadSettings {
  readonly name: "inject";
  /** Absent: standard input. */
  readonly template: string | undefined;
  /** Absent: standard output. */
  readonly output: string | undefined;
  readonly mode: number;
  readonly watch: WatchSettings | undefined;
  readonly offline: OfflineSettings | undefined;
}

/** The settings of `read`. */
export interface ReadOneSettings extends ReadSettings {
  readonly name: "read";
  readonly reference: string;
  readonly newline: boolean;
}

/** The settings of `check`. */
export interface CheckSettings extends ReadSettings {
  readonly name: "check";
  readonly envFiles: readonly string[];
  readonly envFrom: readonly WholeItem[];
  readonly templates: readonly string[];
}

/** The settings of a command that reads secrets. */
export type Settings = RunSettings | InjectSettings | ReadOneSettings | CheckSettings;

/** A command that prints a text and needs no vault. */
export type TextSettings = { readonly name: "help" | "version" } | { readonly name: "completion"; readonly shell: (typeof SHELLS)[number] };

/**
 * Returns the settings of the arguments.
 *
 * @throws UsageError without the value of an option that looks like a secret.
 */
export function readArguments(all: readonly string[]): Settings | TextSettings {
  const end = all.includes("--") ? all.indexOf("--") : all.length;
  const [command, ...args] = all.slice(end + 1);
  const { values, words, given } = parse(all.slice(0, end));
  if (values.help) return { name: "help" };
  if (values.version) return { name: "version" };
  const [first, ...others] = words;
  const name = first === undefined ? "run" : commandOf(first);
  for (const option of given) checkBelongs(option, name);
  if (name !== "run" && command !== undefined) throw new UsageError(`${name} starts no command: remove what follows --`);
  const read = readCommon(values);
  switch (name) {
    case "run":
      if (others.length > 0) throw new UsageError("write the command after --, such as keywright-run run -- node server.js");
      if (command === undefined || command === "") throw new UsageError("name the command after --, such as keywright-run -- node server.js");
      return readRun({ ...read, command, args }, values);
    case "inject":
      return readInject(read, others, values);
    case "read": {
      const [reference] = atMost(1, others, "read takes one reference, in quotes if it has spaces");
      if (reference === undefined) throw new UsageError(`read needs a reference, such as ${read.scheme}://Production/Database/password`);
      return { name, ...read, reference, newline: !values["no-newline"] };
    }
    case "check":
      return { name, ...read, envFiles: values["env-file"] ?? [], envFrom: readEnvFrom(values, read), templates: others };
    case "completion": {
      const shell = SHELLS.find((known) => known === others[0]);
      if (shell === undefined || others.length > 1) throw new UsageError(`completion takes one of ${SHELLS.join(", ")}`);
      return { name, shell };
    }
  }
}

function readRun(given: ReadSettings & Pick<RunSettings, "command" | "args">, values: Values): RunSettings {
  if (values.tty && values["no-masking"]) throw new UsageError("--tty is for masked output; with --no-masking, the command has the terminal itself");
  return {
    name: "run",
    ...given,
    envFiles: values["env-file"] ?? [],
    envFrom: readEnvFrom(values, given),
    files: values.files,
    masking: !values["no-masking"],
    tty: values.tty,
    keepToken: values["keep-token"],
    graceMs: readDuration("--grace", values.grace ?? "10", 0, DAY_SECONDS),
    watch: readWatch(values),
    offline: readOffline(values),
  };
}

/** @throws UsageError without the value, which may be a secret in the wrong place. */
function readEnvFrom({ "env-from": items = [] }: Values, { scheme }: ReadSettings): readonly WholeItem[] {
  return items.map((text) => {
    const [, prefix = "", reference = ""] = /^(?:([A-Za-z_]\w*)=)?([^]*)$/.exec(text) ?? [];
    const parts = reference.startsWith(`${scheme}://`) ? reference.slice(scheme.length + 3).split("/") : [];
    if (parts.length < 2 || parts.length > 3 || parts.includes("") || reference.includes("?"))
      throw new UsageError(`--env-from must be ${scheme}://vault/item or ${scheme}://vault/item/section, also after a prefix such as APP_=`);
    return { prefix, reference };
  });
}

function readInject(read: ReadSettings, templates: readonly string[], values: Values): InjectSettings {
  const { "in-file": named = [], output, mode, watch } = values;
  const [template] = atMost(1, templates.concat(named), "inject takes one template");
  if (watch && (template === undefined || output === undefined)) throw new UsageError("inject --watch needs the name of a template and --output FILE");
  if (mode !== undefined && output === undefined) throw new UsageError("--mode needs --output FILE");
  return { name: "inject", ...read, template, output, mode: readMode(mode), watch: readWatch(values), offline: readOffline(values) };
}

function readCommon(values: Values): ReadSettings {
  const {
    json,
    scheme = "op",
    proxy,
    ca,
    "allow-insecure-http": allowInsecureHttp,
    "env-file": envFiles = [],
    "in-file": template,
    output,
    files,
    "offline-copy": copy,
  } = values;
  if (!/^[a-z][a-z\d+.-]*$/.test(scheme)) throw new UsageError(`--scheme must be a scheme without ://, such as op; got ${scheme}`);
  if ([...envFiles, template, output, files, copy].includes(""))
    throw new UsageError("--env-file, --in-file, --output, --files and --offline-copy must be a name; got an empty one");
  return { network: { proxy: proxy === undefined ? undefined : readProxy("--proxy", proxy), ca, allowInsecureHttp }, scheme, json };
}

type Values = ReturnType<typeof parse>["values"];

function parse(args: readonly string[]) {
  return parseArguments(args, {
    program: "keywright-run",
    options: OPTIONS,
    words: true,
    credentials: "Set KEYWRIGHT_VAULT_TOKEN or KEYWRIGHT_VAULT_TOKEN_FILE",
    advice: "; write the options of the command after --",
  });
}

function commandOf(word: string): keyof typeof COMMANDS {
  if (Object.hasOwn(COMMANDS, word)) return word as keyof typeof COMMANDS;
  throw new UsageError("the first argument must be run, inject, read, check or completion, or -- before a command to run");
}

function checkBelongs(option: string, name: keyof typeof COMMANDS): void {
  const known: readonly string[] = COMMANDS[name];
  if (known.includes(option)) return;
  throw new UsageError(`--${option} is not an option of ${name === "run" ? "a command to run" : name}`);
}

function atMost(count: number, words: readonly string[], message: string): readonly string[] {
  if (words.length > count) throw new UsageError(`${message}; got ${words.length}`);
  return words;
}

function readWatch(values: Values): WatchSettings | undefined {
  for (const name of ["poll", "signal", "min-interval"] as const)
    if (!values.watch && values[name] !== undefined) throw new UsageError(`--${name} needs --watch`);
  if (!values.watch) return undefined;
  return {
    pollMs: readDuration("--poll", values.poll ?? "60", 1, DAY_SECONDS),
    signal: readSignal(values.signal),
    minIntervalMs: readDuration("--min-interval", values["min-interval"] ?? "60", 0, DAY_SECONDS),
  };
}

function readOffline(values: Values): OfflineSettings | undefined {
  const { "offline-copy": path, "max-age": maxAge = "24h", "offline-after": after = "5s" } = values;
  for (const name of OFFLINE) if (path === undefined && values[name] !== undefined) throw new UsageError(`--${name} needs --offline-copy FILE`);
  if (path === undefined) return undefined;
  return { path, maxAgeMs: readDuration("--max-age", maxAge), afterMs: readDuration("--offline-after", after, 0.001, DAY_SECONDS) };
}

const DAY_SECONDS = 86_400;

function readSignal(value: string | undefined): NodeJS.Signals | undefined {
  if (value === undefined) return undefined;
  const signal = `SIG${value.toUpperCase().replace(/^SIG/, "")}`;
  if (Object.hasOwn(constants.signals, signal)) return signal as NodeJS.Signals;
  throw new UsageError(`--signal takes the name of a signal, such as HUP; got ${value}`);
}

function readMode(value = "0600"): number {
  if (/^0?[0-7]{3}$/.test(value)) return Number.parseInt(value, 8);
  throw new UsageError(`--mode must be three octal digits, such as 0640; got ${value}`);
}
