#!/usr/bin/env node
import { onNpxEnd } from "./lib/cli/npx.ts";
import { run } from "./lib/cli/run.ts";
import { systemClock } from "./lib/core/time/clock.ts";

// Listened for from the start, so that it also ends cleanly while it starts.
let stop = (): void => {};
const stopped = new Promise<void>((resolve) => {
  stop = resolve;
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
const endWatch = onNpxEnd({ clock: systemClock(), environment: process.env, parent: () => process.ppid }, stop);

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  stopped,
});
endWatch();
