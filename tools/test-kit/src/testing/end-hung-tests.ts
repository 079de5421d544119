import { Worker } from "node:worker_threads";
import { beforeEach } from "vitest";
import { PATIENCE_MS } from "./limits.ts";

/** Seconds without a turn of the event loop: more than any test computes under heavy load. */
const LIMIT = Number(process.env["HUNG_AFTER_SECONDS"] ?? PATIENCE_MS / 1000);

// Vitest's own time limit needs the event loop, which a test that never ends may keep from turning.
const WATCH = `
  const { workerData: { turns, title, limit } } = require("node:worker_threads");
  let [last, missed] = [-1, 0];
  setInterval(() => {
    const now = Atomics.load(turns, 0);
    [last, missed] = [now, now === last ? missed + 1 : 0];
    if (missed < limit) return;
    const [length, bytes] = [Atomics.load(turns, 1), Buffer.from(title)];
    require("node:fs").writeSync(2, "FAIL " + bytes.subarray(0, length) + ": no turn of the event loop for " + limit + " s, so its process is ended\\n");
    process.kill(process.pid, "SIGKILL");
  }, 1000);
`;

type Watched = Readonly<{ turns: Int32Array; title: Uint8Array }>;

const KEY = Symbol.for("keywright.hung-tests");
const shared = globalThis as { [KEY]?: Watched };

function watch(): Watched {
  const watched = { turns: new Int32Array(new SharedArrayBuffer(8)), title: new Uint8Array(new SharedArrayBuffer(1000)) };
  new Worker(WATCH, { eval: true, workerData: { ...watched, limit: LIMIT } }).unref();
  setInterval(() => void Atomics.add(watched.turns, 0, 1), 1000).unref();
  return watched;
}

const { turns, title } = (shared[KEY] ??= watch());

beforeEach(({ task }) => {
  const { written } = new TextEncoder().encodeInto(`${task.file.name} > ${task.name}`, title);
  Atomics.store(turns, 1, written);
});
