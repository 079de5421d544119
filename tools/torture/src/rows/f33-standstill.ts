import { type ErrorCode, isKeywrightError } from "@keywright/core";
import { memoryCheckpoints } from "@keywright/core/feeds";
import { describe } from "../bench.ts";
import type { Row } from "../row.ts";
import { eventPage } from "../subjects.ts";
import { answering, BEGIN, type FollowedStream, streamOf, whileTimePasses } from "./feed-setting.ts";

const WAYS: readonly (readonly [way: string, stream: FollowedStream["stream"], answer: (count: number, url: string) => unknown, code: ErrorCode])[] = [
  ["empty pages with more", "listAuditEvents", (count) => eventPage(0, 0, `c${count}`, true), "no-progress"],
  ["the same cursor, empty, with more", "listAuditEvents", () => eventPage(0, 0, "c", true), "position-repeated"],
  ["the same cursor, with events and more", "listAuditEvents", () => eventPage(0, 2, "c", true), "position-repeated"],
  [
    "next equal to the request",
    "listAuditLogs",
    (count, url) => ({ results: [{ id: 1 }], next: count === 1 ? `${new URL(url).pathname}?after=c` : url }),
    "position-repeated",
  ],
];
const LIMITS: readonly number[] = [5, 20, 50];

/** Going round is slow from its second turn on, and ends. */
export const standstill: Row = {
  id: "F33",
  fault: "empty pages with more, the same cursor, next equal to the request",
  async run(bench) {
    let most = 0;
    let rate = 0;
    let requests = 0;
    for (const [way, stream, answer, code] of WAYS) {
      for (const maxEmptyPages of LIMITS) {
        await bench.run(`${way}, at most ${maxEmptyPages}`, async (trial) => {
          const clock = trial.fakeClock();
          const followed = streamOf(trial, stream, { clock, fetch: answering(answer) });
          const outcome = await trial.attempt(() =>
            whileTimePasses(
              clock,
              followed.feed({ store: memoryCheckpoints(), since: BEGIN, maxEmptyPages }).run(() => {}),
            ),
          );
          trial.that(isKeywrightError(outcome.error, code), `expected ${code}; ${describe(outcome)}`);
          const times = followed.asked.map(({ atMs }) => atMs);
          const each = times.length / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
          requests += times.length;
          rate = Math.max(rate, each);
          most = Math.max(most, ...times.map((begin) => times.filter((at) => at >= begin && at < begin + 1000).length));
          trial.that(each <= 1, `${each.toFixed(2)} requests a second`);
        });
      }
    }
    return `${rate.toFixed(2)} requests a second at most, ${most} in the busiest second, ${requests} in all before the typed errors`;
  },
};
