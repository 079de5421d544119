import { platformClock } from "@keywright/core/client";
import type { RunSettings, WatchSettings } from "./arguments.ts";
import { atMostEvery } from "./at-most-every.ts";
import type { Child, Exit } from "./child.ts";
import { afterExit, ENDING } from "./end-of-command.ts";
import { messageOf } from "./exit.ts";
import { openSecrets } from "./fresh-secrets.ts";
import { logSecrets } from "./log-secrets.ts";
import type { Log } from "./log.ts";
import type { ValueOf } from "./resolve.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Source } from "./wanted.ts";

/**
 * Runs a command until it exits by itself. If a secret changes, restarts it or sends it a signal.
 *
 * @param prepare Returns a function that starts the command with these values.
 */
export async function superviseCommand(
  prepare: (valueOf: ValueOf) => () => Child,
  source: Source,
  { watch, scheme, graceMs }: RunSettings & { readonly watch: WatchSettings },
  surroundings: Surroundings,
  log: Log,
): Promise<Exit> {
  const { env, signals, clock = platformClock } = surroundings;
  let child: Child | undefined;
  /** Starts the command after its exit. Absent unless it is being restarted. */
  let startNext: (() => Child) | undefined;
  let isEnding = false;
  let timer: unknown;
  const changed = atMostEvery(watch.minIntervalMs, clock, () => void onChange());
  const secrets = await openSecrets(source, env, { scheme, pollMs: watch.pollMs, clock, ...logSecrets(log, changed.request) });
  try {
    child = prepare(await secrets.read())();
    signals.sendTo((signal, isFromTerminal) => {
      if (ENDING.includes(signal)) isEnding = true;
      // A terminal has already sent its signal to the command.
      if (!isFromTerminal) child?.send(signal);
    });
    for (;;) {
      const exit = await child.exited;
      // What a shell started can have a port or a file that the next command needs.
      if (startNext !== undefined) await child.gone;
      clock.clear(timer);
      if (startNext === undefined || isEnding) return await afterExit(child, exit, surroundings, { isStopped: isEnding, graceMs, log });
      child = startNext();
      startNext = undefined;
    }
  } finally {
    isEnding = true;
    clock.clear(timer);
    changed.end();
    secrets.close();
  }

  async function onChange(): Promise<void> {
    const start = await secrets.read().then(prepare).catch(keepRunning);
    if (start === undefined || child === undefined || isEnding) return;
    if (watch.signal !== undefined) {
      log({ level: "info", event: "signal", message: `the command gets ${watch.signal}`, details: { signal: watch.signal } });
      return child.send(watch.signal);
    }
    const isStopping = startNext !== undefined;
    startNext = start;
    if (isStopping) return;
    log({ level: "info", event: "restart", message: "the command is restarted" });
    child.send("SIGTERM");
    timer = clock.after(graceMs, () => child?.send("SIGKILL"));
  }

  function keepRunning(error: unknown): undefined {
    if (!isEnding) log({ level: "warn", event: "not-restarted", message: `the command keeps its secrets: ${messageOf(error)}` });
  }
}
