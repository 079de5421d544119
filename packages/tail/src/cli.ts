#!/usr/bin/env node
import { fstatSync } from "node:fs";
import { ignoreClosedPipes } from "@keywright/cli-kit";
import { run } from "./lib/run.ts";
import { openFile } from "./lib/output/line-output.ts";

const STDOUT = 1;
const controller = new AbortController();
const stop = (): void => controller.abort();
// The first signal stops the command cleanly. A second one, without a listener, ends it at once.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
let onHangup: (() => void) | undefined;
process.on("SIGHUP", function hangUp() {
  if (onHangup !== undefined) return onHangup();
  process.off("SIGHUP", hangUp);
  stop();
});

const { env, stdout, stderr } = process;
ignoreClosedPipes(stdout, stderr);
const output = fstatSync(STDOUT).isFile() ? openFile(STDOUT) : stdout;
process.exitCode = await run(process.argv.slice(2), {
  env,
  stdout: output,
  stderr,
  signal: controller.signal,
  onHangup: (listener) => (onHangup = listener),
});
// A pending write or an idle connection must not keep the process alive.
process.exit();
