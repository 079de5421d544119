import { runOnce } from "../measure/run-once.ts";
import { startWorker } from "../measure/worker.ts";
import type { Group } from "../row.ts";

/** What stays in memory while a long list is read. */
export const memory: Group = {
  name: "memory",
  rows: [{ name: "million-events", what: "most memory that a process held while it read a million events", unit: "MB", goal: { atMost: 160 } }],
  async measure({ stage, quick }) {
    const server = await startWorker(stage, "canned-server");
    try {
      // The most is reached early: a tenth of the list shows a leak as well, if not a slow one.
      const pages = quick ? 100 : 1000;
      const { answer, wallMs } = await runOnce<{ readonly events: number; readonly peakMb: number }>(
        stage,
        "stream",
        `${await server.ask<string>({})}/${pages}-1000-0`,
      );
      if (answer.events !== pages * 1000) throw new Error(`${answer.events} events came, not ${pages * 1000}`);
      return { "million-events": { figure: answer.peakMb, beside: [`${answer.events.toLocaleString("en-US")} events in ${(wallMs / 1000).toFixed(1)} s`] } };
    } finally {
      await server.stop();
    }
  },
};
