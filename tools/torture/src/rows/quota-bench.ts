import { isKeywrightError } from "@keywright/core";
import type { Trial } from "../bench.ts";
import { stalls } from "../server/slow.ts";
import { answersJson } from "../server/whole.ts";
import { IDS, ITEM } from "../subjects.ts";
import { withStepping } from "./stepping.ts";

/** A client whose quota of repetitions can be brought to a value, and measured: it does not show it. */
export interface QuotaBench {
  /** Uses up that much of it. */
  drain(amount: number): Promise<void>;
  /** Lets calls meet statuses, one for each attempt; a call that would go on behind them is held. */
  play(statuses: readonly number[]): Promise<Played>;
  /** Measures what is left, and uses it up. */
  measure(): Promise<number>;
  /** Lets go of a call that is held. */
  end(): Promise<void>;
}

/** What came of playing. */
export interface Played {
  readonly waits: readonly number[];
  /** How the last call ended: with success, or why it was not repeated; `undefined` while it is held. */
  readonly end: string | undefined;
}

const COST = 14;
const THROTTLED_COST = 5;
const ENDLESS = { totalTimeoutMs: Infinity, timeoutMs: Infinity };

/** Makes a {@link QuotaBench}. Chance makes its waits as long as the rule allows; a fake clock lets them take no time. */
export async function startQuotaBench(trial: Trial, retry: { readonly maxRetries: number; readonly maxDelayMs: number }): Promise<QuotaBench> {
  // What the next requests are answered with; the last one stays.
  let statuses: readonly number[] = [];
  const server = await trial.serve(() => {
    const [status, ...rest] = statuses;
    statuses = rest;
    if (status === undefined) return stalls("nothing");
    return answersJson(status === 200 ? ITEM : {}, status);
  });
  const { options, waits } = withStepping(trial.fakeClock({ chance: 1 }));
  const { vault } = trial.clients(server.url, { ...options, ...ENDLESS });
  const held = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const call = async (maxRetries: number, signal?: AbortSignal): Promise<{ readonly end: string; readonly attempts: number }> => {
    try {
      await vault.getItem(
        { vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID },
        { retry: { ...retry, maxRetries }, ...(signal === undefined ? {} : { signal }) },
      );
      return { end: "success", attempts: 0 };
    } catch (error) {
      return isKeywrightError(error) ? { end: error.stopReason ?? "none", attempts: error.attempts ?? 0 } : { end: "aborted", attempts: 0 };
    }
  };
  const failing = (status: number, maxRetries: number): ReturnType<typeof call> => {
    statuses = Array.from({ length: maxRetries + 1 }, () => status);
    return call(maxRetries);
  };

  return {
    async drain(amount) {
      const throttled = [...Array(COST).keys()].find((times) => times * THROTTLED_COST <= amount && (amount - times * THROTTLED_COST) % COST === 0);
      if (throttled === undefined) throw new Error(`${amount} cannot be used up by steps of ${COST} and ${THROTTLED_COST}`);
      await failing(500, (amount - throttled * THROTTLED_COST) / COST);
      await failing(429, throttled);
      trial.that(server.requests.length > 0, "nothing was asked for");
    },
    async play(given) {
      statuses = given;
      const before = waits.length;
      let end: string | undefined;
      while (statuses.length > 0) {
        const requests = server.requests.length + statuses.length;
        const ended = call(retry.maxRetries, held.signal).then((result) => {
          end = result.end;
        });
        running = ended;
        // Either the call ends, or its next attempt arrives for which nothing is left.
        await Promise.race([ended, arrival(() => server.requests.length > requests)]);
        if (statuses.length > 0) end = undefined;
      }
      return { waits: waits.slice(before), end };
    },
    async measure() {
      const { attempts } = await failing(429, 200);
      const steps = attempts - 1;
      for (let refilled = 1; ; refilled += 1) {
        statuses = [200];
        await call(0);
        if ((await failing(429, 1)).attempts === 2) return steps * THROTTLED_COST + THROTTLED_COST - refilled;
      }
    },
    async end() {
      held.abort();
      await running;
    },
  };
}

async function arrival(arrived: () => boolean): Promise<void> {
  for (let turns = 0; turns < 2000 && !arrived(); turns += 1) await new Promise((resolve) => setTimeout(resolve, 1));
}
