import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { ClientEvent, TokenProvider } from "@keywright/core";
import { SENTINELS } from "../sentinels.ts";
import { IDS } from "../subjects.ts";
import { serveAsChild } from "./serve.ts";

/** What is done to the process while its calls are in flight. */
export interface PausedCallsInput {
  readonly url: string;
  readonly calls: number;
  /** `block`: the event loop does not turn; `stop`: the process is stopped from outside once it has said that it waits for that. */
  readonly pause: "block" | "stop";
  readonly pauseMs: number;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
}

/** What came of it. */
export interface PausedCallsAnswer {
  /** How long the process did not turn, by its own clock. */
  readonly pausedMs: number;
  readonly succeeded: number;
  readonly timedOut: number;
  /** How often a deadline ended an attempt. */
  readonly deadlines: number;
  /** How often the provider was asked for a token. */
  readonly tokens: number;
  /** How long behind the pause the last call ended. */
  readonly lastMs: number;
}

serveAsChild<PausedCallsInput, PausedCallsAnswer>(async (input, { bench, tell }) => {
  const counts = { succeeded: 0, timedOut: 0, deadlines: 0, tokens: 0 };
  let woke = 0;
  let pausedMs = 0;
  let lastMs = 0;
  const token: TokenProvider = {
    getToken: () => {
      counts.tokens += 1;
      return `${SENTINELS.token}.${woke > 0 ? "new" : "old"}`;
    },
  };
  const onEvent = (event: ClientEvent): void => {
    if (event.type === "attempt" && event.errorCode === "timeout") counts.deadlines += 1;
  };
  await bench.run(input.pause, async (trial) => {
    const { vault } = trial.clients(input.url, { token, onEvent, timeoutMs: input.timeoutMs, totalTimeoutMs: input.totalTimeoutMs });
    const call = async (): Promise<void> => {
      const { ok, error } = await trial.attempt(() => vault.getItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID }, { signal: trial.signal }));
      if (ok) counts.succeeded += 1;
      else if ((error as { readonly code?: unknown }).code === "timeout") counts.timedOut += 1;
      lastMs = performance.now() - woke;
    };
    const running = Array.from({ length: input.calls }, call);
    // The server says when all requests have arrived.
    tell({ waiting: true });
    await once(process, "message");
    const begin = performance.now();
    if (input.pause === "block") {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, input.pauseMs);
    } else {
      tell({ stop: true });
      while (performance.now() - begin < input.pauseMs / 2) await setTimeout(1);
    }
    woke = performance.now();
    pausedMs = woke - begin;
    await Promise.all(running);
  });
  return { ...counts, pausedMs, lastMs };
});
