import { withOutput } from "../with-output.ts";
import type { Open } from "./destination.ts";

/** Lines of JSON in a file, or on standard output. */
export const openLines: Open<{ readonly path?: string }> = async (job, { path }, { clock, store, toJson, lines, onEvent }) => {
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
