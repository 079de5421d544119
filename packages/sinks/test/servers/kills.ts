import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { bundlePrograms, type End, type Life, type Programs, start } from "@keywright/tool-torture";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { createRandom } from "../../../emulator/src/lib/core/values/random.ts";
import type { SinkFigures } from "../../src/sink-rules.ts";
import type { WriteJob } from "./write-job.ts";

const PAGE = 50;
const MOST_PAUSE_MS = 10;
/** Without a limit, V8 lets garbage grow on a machine with much memory. */
const HEAP = ["--max-old-space-size=64"];
const MOST_MEGABYTES = 160;

/** The processes that write. */
export interface Writers {
  /** Starts one. `onPage` is called for each page that it requests. */
  start(job: WriteJob, onPage?: (life: Life) => void): Life;
  /** Kills a writer at random instants, starts it again, and lets the last one end by itself. `onStart` is called before each. */
  killAtRandom(job: WriteJob, onStart?: () => void): Promise<End>;
  /** Returns a job with a new checkpoint. */
  job(sink: WriteJob["sink"], url: string): Promise<WriteJob>;
}

/** Bundles the program before the tests of a file. */
export function useWriters(): Writers {
  const random = createRandom(String(inject("seed"))).next;
  const kills = inject("kills");
  let programs: Programs | undefined;
  beforeAll(async () => {
    programs = await bundlePrograms(join(import.meta.dirname, "programs/write.ts"));
  });
  afterAll(() => programs?.remove());

  function begin(job: WriteJob, onPage?: (life: Life) => void): Life {
    const life: Life = start([process.execPath, ...HEAP, programs?.file("write") ?? "", JSON.stringify(job)], {
      onText: (text) => {
        for (const line of text.split("\n")) if (/^\d+$/.test(line)) onPage?.(life);
      },
    });
    return life;
  }

  return {
    start: begin,
    async job(sink, url) {
      const folder = await mkdtemp(join(tmpdir(), "keywright-sinks-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      return { sink, url, checkpoint: join(folder, "position"), events: inject("events"), page: PAGE };
    },
    async killAtRandom(job, onStart) {
      const pagesEach = job.events / PAGE / kills;
      for (let kill = 0; kill < kills; kill += 1) {
        onStart?.();
        let pages = 1 + Math.floor(random() * 1.8 * pagesEach);
        // A batch that comes again has another size.
        const life = begin({ ...job, page: PAGE - Math.floor(random() * 20) }, (own) => {
          pages -= 1;
          if (pages === 0) void setTimeout(random() * MOST_PAUSE_MS).then(() => own.child.kill("SIGKILL"));
        });
        const { signal, code, said } = await life.end;
        expect([signal, code], said).toEqual(code === null ? ["SIGKILL", null] : [null, 0]);
      }
      const last = await begin(job).end;
      expect(last, last.said).toMatchObject({ code: 0, signal: null });
      return last;
    },
  };
}

/** Writes a stream without faults, and returns the most memory of the process in megabytes, after checking it. */
export async function memoryOf(writers: Writers, job: WriteJob): Promise<number> {
  const { printed, said } = await writers.start(job).end;
  const megabytes = Number(/memory (\d+)/.exec(printed)?.[1]);
  expect(megabytes, said).toBeLessThan(MOST_MEGABYTES);
  return megabytes;
}

/** Counts what is lost and doubled, by the numbers of the events in the target. */
export function figuresOf(events: number, numbers: readonly number[]): SinkFigures {
  const different = new Set(numbers).size;
  const figures = { events, lost: events - different, doubled: numbers.length - different };
  expect(figures.lost).toBe(0);
  return figures;
}
