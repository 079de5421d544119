import type { RunSettings } from "./command/arguments.ts";
import { type Exit, startChild } from "./process/child.ts";
import { readSecrets } from "./secrets/connect.ts";
import { logOffline } from "./log-offline.ts";
import { afterExit, ENDING } from "./process/end-of-command.ts";
import { createLog, type Entry, type Log } from "./process/log.ts";
import { isPassed } from "./process/own-terminal.ts";
import { createMasking } from "./create-masking.ts";
import { openSecretFiles, type SecretFiles } from "./secrets/secret-files.ts";
import { UnresolvedError, type ValueOf } from "./secrets/resolve.ts";
import type { CommandContext } from "./process/command-context.ts";
import { expandItems } from "./secrets/whole-items.ts";
import { bytesOf, readVariables, type Source } from "./secrets/wanted.ts";

const NOT_PASSED = "--tty cannot pass it, because a shell drops names with other characters than letters, digits and _";

/** Runs a command with secrets in its environment, until it exits. */
export async function runCommand(settings: RunSettings, context: CommandContext): Promise<Exit> {
  const log = createLog(settings.json, context.stderr);
  const source = await readVariables(context.env, { ...settings, asBytes: settings.files !== undefined });
  if (settings.files === undefined) return runWith(source, settings, context, log);
  const named = source.wanted.filter(({ whole }) => whole === undefined);
  expectFileNames({ ...source, wanted: named });
  const names = named.map(({ name }) => name);
  const files = await openSecretFiles(settings.files, names, log);
  context.signals.beforeEnd(files.remove);
  try {
    return await runWith(source, settings, context, log, files);
  } finally {
    await files.close();
  }
}

async function runWith(source: Source, settings: RunSettings, context: CommandContext, log: Log, files?: SecretFiles): Promise<Exit> {
  const { command, args, watch } = settings;
  const { env, signals } = context;
  const masking = createMasking(settings, context, log);
  let last: readonly string[] = [];
  const prepare = (valueOf: ValueOf) => {
    const expanded = expandItems(source, valueOf);
    const dropped = masking.outputs?.terminal === undefined ? [] : droppedOf(expanded);
    masking.add(expanded, valueOf);
    const own = environmentOf(expanded, valueOf, files);
    const entries: readonly Entry[] = [
      ...expanded.left.map(({ item, field, reason }) => ({ level: "info", event: "no-variable", message: `${item}, field ${field}: ${reason}` }) as const),
      ...dropped.map((name) => ({ level: "warn", event: "not-passed", message: `${name}: ${NOT_PASSED}` }) as const),
    ];
    for (const entry of entries) if (!last.includes(entry.message)) log(entry);
    last = entries.map(({ message }) => message);
    return () => startChild(command, args, own, masking.outputs);
  };
  if (watch !== undefined && source.wanted.length > 0) {
    const { superviseCommand } = await import("./lazy-cache.ts");
    return superviseCommand(prepare, source, { ...settings, watch }, context, log);
  }
  const child = prepare(await readSecrets(source, env, settings, { clock: context.clock, onEvent: logOffline(log) }))();
  let isStopped = false;
  signals.sendTo((signal, isFromTerminal) => {
    isStopped ||= ENDING.includes(signal);
    // A terminal has already sent its signal to the command.
    if (!isFromTerminal || child.hasTerminal) child.send(signal);
  });
  const exit = await child.exited;
  return afterExit(child, exit, context, { isStopped, graceMs: settings.graceMs, log });
}

/**
 * Returns the inherited variables that a terminal of its own drops.
 *
 * @throws UnresolvedError if it drops one of a reference or an env file.
 */
function droppedOf({ plain, wanted, fixed }: Source): readonly string[] {
  const inherited = Object.keys(plain).filter((name) => !fixed.has(name));
  const named = [...wanted.map(({ name }) => name), ...Object.keys(plain).filter((name) => fixed.has(name))];
  const problems = named.filter((name) => !isPassed(name)).map((name) => ({ name, reason: NOT_PASSED }));
  if (problems.length > 0) throw new UnresolvedError(problems);
  return inherited.filter((name) => !isPassed(name));
}

/** @throws UnresolvedError if an environment variable cannot have a value; FileError for files. */
function environmentOf({ plain, wanted }: Source, valueOf: ValueOf, files: SecretFiles | undefined): NodeJS.ProcessEnv {
  if (files !== undefined) {
    expectFileNames({ plain, wanted });
    const contents = wanted.map((each) => [each.name, bytesOf(each, valueOf)] as const);
    return { ...plain, ...Object.fromEntries(files.write(contents).map(([name, path]) => [`${name}_FILE`, path])) };
  }
  const filled = wanted.map(({ name, fill }) => [name, fill(valueOf)] as const);
  // Node would throw an error that contains the value.
  const withNul = filled.filter(([, value]) => value.includes("\0"));
  if (withNul.length > 0)
    throw new UnresolvedError(
      withNul.map(([name]) => ({ name, reason: "its value contains a NUL character, which no environment variable can: use --files" })),
    );
  return { ...plain, ...Object.fromEntries(filled) };
}

/** @throws UnresolvedError if a variable cannot be a file whose path another variable has. */
function expectFileNames({ plain, wanted }: Pick<Source, "plain" | "wanted">): void {
  const names = new Set([...Object.keys(plain), ...wanted.map(({ name }) => name)]);
  const problems = wanted.flatMap(({ name }) => {
    if (!/^[\w-][\w.-]*$/.test(name)) return [{ name, reason: "with --files, its name must consist of letters, digits, _, . and -, and not begin with ." }];
    return names.has(`${name}_FILE`) ? [{ name, reason: `--files sets ${name}_FILE, which is there already` }] : [];
  });
  if (problems.length > 0) throw new UnresolvedError(problems);
}
