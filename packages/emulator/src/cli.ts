#!/usr/bin/env node
import { run } from "./lib/cli/run.ts";

// Listened for from the start, so that a signal while it starts ends it cleanly too.
const stopped = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
});

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  stopped,
});
