import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import type { RunSettings, WatchSettings } from "./command/arguments.ts";
import type { Child, Exit } from "./process/child.ts";
import { afterExit, ENDING } from "./process/end-of-command.ts";
import { messageOf } from "./exit.ts";
import { isCode, openSecrets } from "./secrets/fresh-secrets.ts";
import { logSecrets } from "./log-secrets.ts";
import type { Log } from "./process/log.ts";
import { referencesOf, type ValueOf } from "./secrets/resolve.ts";
import type { CommandContext } from "./process/command-context.ts";
import type { Source } from "./secrets/wanted.ts";

/**
 * Runs a command until it exits by itself. If a secret changes, restarts it or sends it a signal.
 *
 * @param prepare Returns a function that starts the command with these values.
 */
export async function superviseCommand(
  prepare: (valueOf: ValueOf) => () => Child,
  source: Source,
  { watch, network, scheme, offline, graceMs }: RunSettings & { readonly watch: WatchSettings },
  context: CommandContext,
  log: Log,
): Promise<Exit> {
  const { env, signals, clock = platformClock } = context;
  let child: Child | undefined;
  /** Starts the command after its exit. Absent unless it is being restarted. */
  let startNext: (() => Child) | undefined;
  let isEnding = false;
  let timer: unknown;
  let retry: unknown;
  let current: readonly unknown[] = [];
  const changed = atMostEvery(watch.minIntervalMs, clock, () => void onChange());
  const secrets = await openSecrets(source, env, { network, scheme, offline, pollMs: watch.pollMs, clock, ...logSecrets(log, changed.request) });
  try {
    const valueOf = await secrets.read();
    child = prepare(valueOf)();
    current = stateOf(valueOf);
    signals.sendTo((signal, isFromTerminal) => {
      if (ENDING.includes(signal)) isEnding = true;
      // A terminal has already sent its signal to the command.
      if (!isFromTerminal || child?.hasTerminal) child?.send(signal);
    });
    for (;;) {
      const exit = await child.exited;
      // What a shell started can have a port or a file that the next command needs.
      if (startNext !== undefined) await child.gone;
      clock.clear(timer);
      if (startNext === undefined || isEnding) return await afterExit(child, exit, context, { isStopped: isEnding, graceMs, log });
      child = startNext();
      startNext = undefined;
    }
  } finally {
    isEnding = true;
    clock.clear(timer);
    clock.clear(retry);
    changed.end();
    secrets.close();
  }

  async function onChange(): Promise<void> {
    const next = await secrets
      .read()
      .then((valueOf) => ({ state: stateOf(valueOf), start: prepare(valueOf) }))
      .catch(keepRunning);
    if (next === undefined || child === undefined || isEnding) return;
    // A secret that was removed has its earlier value when it is there again.
    if (next.state.every((value, index) => value !== undefined && value === current[index])) return;
    current = next.state;
    if (watch.signal !== undefined) {
      log({ level: "info", event: "signal", message: `the command gets ${watch.signal}`, details: { signal: watch.signal } });
      return child.send(watch.signal);
    }
    const isStopping = startNext !== undefined;
    startNext = next.start;
    if (isStopping) return;
    log({ level: "info", event: "restart", message: "the command is restarted" });
    child.send("SIGTERM");
    timer = clock.after(graceMs, () => child?.send("SIGKILL"));
  }

  /** Returns the values, and for codes, which change by themselves, their versions. */
  function stateOf(valueOf: ValueOf): readonly unknown[] {
    return referencesOf(source.wanted).map((reference) => (isCode(reference) ? secrets.versionOf(reference) : valueOf(reference)));
  }

  function keepRunning(error: unknown): undefined {
    if (isEnding) return;
    clock.clear(retry);
    retry = clock.after(watch.pollMs, changed.request);
    log({ level: "warn", event: "not-restarted", message: `the command keeps its secrets, and gets new ones later: ${messageOf(error)}` });
  }
}

/** An action that runs at most once in an interval. */
interface Limited {
  /** Runs the action now, or at the end of the interval: once for all requests until then. */
  request(): void;
  /** Drops a request that waits. */
  end(): void;
}

/** Limits how often an action runs. */
function atMostEvery(intervalMs: number, clock: Clock, action: () => void): Limited {
  let last = -Infinity;
  let timer: unknown;
  function act(): void {
    timer = undefined;
    last = clock.now();
    action();
  }
  return {
    request() {
      if (timer !== undefined) return;
      const delayMs = last + intervalMs - clock.now();
      if (delayMs > 0) timer = clock.after(delayMs, act);
      else act();
    },
    end() {
      clock.clear(timer);
    },
  };
}
