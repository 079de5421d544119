import type { ErrorCode } from "@keywright/core";
import { memoryCheckpoints } from "@keywright/core/feeds";
import { expectFailure } from "../bench.ts";
import type { Row } from "../row.ts";
import { eventPage } from "../subjects.ts";
import { answering, BEGIN, idsOf, streamOf, catchUp } from "./feed-setting.ts";

const TIMES = 10;

const WAYS: readonly (readonly [way: string, position: object, code: ErrorCode])[] = [
  ["no cursor", { cursor: undefined }, "missing-position"],
  ["cursor null", { cursor: null }, "missing-position"],
  ["cursor a number", { cursor: 7 }, "missing-position"],
  ["cursor empty", { cursor: "" }, "missing-position"],
  ["cursor of 1 MB", { cursor: "x".repeat(1_000_000) }, "position-too-long"],
];

/** A page behind which nobody could go on is not handed over; it comes when the service is right again. */
export const noCursor: Row = {
  id: "F38",
  fault: "answer without cursor, cursor null, number, empty, 1 MB",
  async run(bench) {
    const totals = { refused: 0, acknowledged: 0, lost: 0 };
    for (const [way, position, code] of WAYS) {
      await bench.repeat(TIMES, `${way}, behind page`, async (trial, k) => {
        const clock = trial.fakeClock();
        let broken = true;
        // The emulator's cursors are opaque: here a cursor is the number of the page behind it.
        const followed = streamOf(trial, "listAuditEvents", {
          clock,
          fetch: answering(() => {
            const page = Number(/"cursor":"(\d+)"/.exec(followed.asked.at(-1)?.text ?? "")?.[1] ?? 0);
            const whole = eventPage(page * 5, 5, String(page + 1), page < TIMES);
            return broken && page === k ? { ...whole, has_more: true, ...position } : whole;
          }),
        });
        const store = memoryCheckpoints();
        const got: string[] = [];
        const run = () => catchUp(trial, clock, followed.feed({ store, since: BEGIN }), got);
        const outcome = await run();
        if (!outcome.ok) totals.refused += 1;
        expectFailure(trial, outcome, code);
        totals.acknowledged += got.length - k * 5;
        trial.that(got.length === k * 5, `${k * 5} events come before that page; ${got.length} were handed over`);
        broken = false;
        const again = await run();
        const sent = idsOf(eventPage(0, (TIMES + 1) * 5, "", false).items);
        totals.lost += sent.filter((id) => !got.includes(id)).length;
        trial.that(again.ok && got.join() === sent.join(), "each event was to come once, in its order");
      });
    }
    return `${totals.refused}/${WAYS.length * TIMES} typed errors, ${totals.acknowledged} events of such pages acknowledged, ${totals.lost} lost`;
  },
};
