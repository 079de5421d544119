import type { CheckpointStore } from "@keywright/core/feeds";
import type { LineOutput } from "../output/line-output.ts";
import type { OpenSink } from "./sink.ts";

/** Lines of JSON in a file, or on standard output. */
export const openLines: OpenSink<{ readonly path?: string }> = async (job, { path }, { clock, store, toJson, lines, onEvent }) => {
  const { stream, sink } = job;
  const output = lines(path, sink.mode);
  return {
    async handle({ events }) {
      const began = clock.now();
      const text = events.map((event) => `${toJson(event)}\n`).join("");
      await output.write(text);
      onEvent({ type: "written", stream, events: events.length, bytes: Buffer.byteLength(text), repeated: 0, durationMs: clock.now() - began });
    },
    store: withOutput(store, output),
    close: async () => {},
  };
};

/**
 * Returns a store that acquires a checkpoint with the output, whose owner is an error as well.
 *
 * The output is second and is released with it, so that two processes never wait for each other.
 */
export function withOutput(store: CheckpointStore, output: Pick<LineOutput, "open" | "close">): CheckpointStore {
  return {
    async acquire(stream) {
      const owned = await store.acquire(stream);
      try {
        await output.open();
      } catch (error) {
        await owned.release();
        throw error;
      }
      let released: Promise<void> | undefined;
      return { ...owned, release: () => (released ??= output.close().finally(() => owned.release())) };
    },
  };
}
