#!/usr/bin/env node
import { fstatSync } from "node:fs";
import { run } from "./lib/run.ts";
import { openFile } from "./lib/sink.ts";

const STDOUT = 1;
const controller = new AbortController();
const stop = (): void => controller.abort();
// Asked once it stops cleanly; asked again the platform ends it at once, for the listener is gone.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
let onHangup: (() => void) | undefined;
process.on("SIGHUP", function hangUp() {
  if (onHangup !== undefined) return onHangup();
  process.off("SIGHUP", hangUp);
  stop();
});

const { env, stdout, stderr } = process;
// A closed pipe is told to each write; without a listener it would end the program here.
stdout.on("error", () => {});
stderr.on("error", () => {});
const output = fstatSync(STDOUT).isFile() ? openFile(STDOUT) : stdout;
process.exitCode = await run(process.argv.slice(2), {
  env,
  stdout: output,
  stderr,
  signal: controller.signal,
  onHangup: (listener) => (onHangup = listener),
});
// A write that nobody reads, or a connection kept open for the next request, must not keep the program.
process.exit();
