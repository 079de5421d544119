import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CheckpointCode, memoryCheckpoints } from "@keywright/core/feeds";
import { fileCheckpoint } from "@keywright/core/node";
import type { Row } from "../row.ts";
import { expectFailure } from "../bench.ts";
import { answering, BEGIN, streamOf } from "./feed-setting.ts";
import { eventPage } from "../subjects.ts";

/** What stands in the file instead of a checkpoint of the stream, made of a true one. */
const WAYS: readonly (readonly [way: string, change: (whole: string) => string, code: CheckpointCode])[] = [
  ["empty", () => "", "checkpoint-damaged"],
  ["torn", (whole) => whole.slice(0, whole.length / 2), "checkpoint-damaged"],
  ["of an old version", (whole) => whole.replace("keywright-checkpoint/1", "keywright-checkpoint/0"), "checkpoint-damaged"],
  ["of another stream", (whole) => whole, "checkpoint-foreign"],
  ["foreign JSON", () => '{"cursor":"abc","version":3}', "checkpoint-damaged"],
];

/** A position that may be wrong is none: the feed does not start, neither there nor at the beginning. */
export const checkpoints: Row = {
  id: "F30",
  fault: "checkpoint empty, torn, old, another stream's, foreign JSON",
  async run(bench) {
    let refused = 0;
    let requests = 0;
    for (const [way, change, code] of WAYS) {
      await bench.run(way, async (trial) => {
        const folder = await mkdtemp(join(tmpdir(), "keywright-faults-"));
        try {
          const path = join(folder, "position");
          const fetch = answering(() => eventPage(0, 5, "behind", false));
          const written = streamOf(trial, code === "checkpoint-foreign" ? "listAuditLogs" : "listAuditEvents", {
            clock: trial.fakeClock(),
            fetch: code === "checkpoint-foreign" ? answering(() => ({ results: [], next: "/v1/audit?after=a" })) : fetch,
          });
          await written.feed({ store: fileCheckpoint(path), since: BEGIN }).run(() => {}, { until: "caught-up" });
          const content = change(await readFile(path, "utf8"));
          await writeFile(path, content);
          const followed = streamOf(trial, "listAuditEvents", { clock: trial.fakeClock(), fetch });
          const run = () => followed.feed({ store: fileCheckpoint(path), since: BEGIN }).run(() => {}, { until: "caught-up" });
          const outcome = await trial.attempt(run);
          if (!outcome.ok) refused += 1;
          requests += followed.asked.length;
          expectFailure(trial, outcome, code);
          trial.that(followed.asked.length === 0, `${followed.asked.length} requests were sent`);
          trial.that((await readFile(path, "utf8")) === content, "the file was altered");
          // The same feed starts where the store is sound: what was refused is the checkpoint.
          const sound = await trial.attempt(() => followed.feed({ store: memoryCheckpoints(), since: BEGIN }).run(() => {}, { until: "caught-up" }));
          trial.that(sound.ok && sound.value.events === 5, "the feed was to start with a store that is sound");
        } finally {
          await rm(folder, { recursive: true });
        }
      });
    }
    return `${refused}/${WAYS.length} refused, ${requests} requests sent, the files as they were`;
  },
};
