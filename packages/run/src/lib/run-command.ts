import type { RunSettings } from "./command/arguments.ts";
import { type Exit, startChild } from "./process/child.ts";
import { readSecrets } from "./secrets/connect.ts";
import { logOffline } from "./log-offline.ts";
import { afterExit, ENDING } from "./process/end-of-command.ts";
import { createLog } from "./process/log.ts";
import { createMasking } from "./create-masking.ts";
import { UnresolvedError, type ValueOf } from "./secrets/resolve.ts";
import type { CommandContext } from "./process/command-context.ts";
import { readVariables, type Source } from "./secrets/wanted.ts";

/** Runs a command with secrets in its environment, until it exits. */
export async function runCommand(settings: RunSettings, context: CommandContext): Promise<Exit> {
  const { command, args, json, watch } = settings;
  const { env, stderr, signals } = context;
  const log = createLog(json, stderr);
  const source = await readVariables(env, settings);
  const masking = createMasking(settings, context, log);
  const prepare = (valueOf: ValueOf) => {
    const own = environmentOf(source, valueOf);
    masking.add(source, valueOf);
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
    if (!isFromTerminal) child.send(signal);
  });
  const exit = await child.exited;
  return afterExit(child, exit, context, { isStopped, graceMs: settings.graceMs, log });
}

/** @throws UnresolvedError if an environment variable cannot have a value. */
function environmentOf({ plain, wanted }: Source, valueOf: ValueOf): NodeJS.ProcessEnv {
  const filled = wanted.map(({ name, fill }) => [name, fill(valueOf)] as const);
  // Node would throw an error that contains the value.
  const withNul = filled.filter(([, value]) => value.includes("\0"));
  if (withNul.length > 0)
    throw new UnresolvedError(withNul.map(([name]) => ({ name, reason: "its value contains a NUL character, which no environment variable can" })));
  return { ...plain, ...Object.fromEntries(filled) };
}
