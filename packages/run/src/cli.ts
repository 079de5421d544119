#!/usr/bin/env node
import { endBy, receiveSignals } from "./lib/process/signals.ts";

// Before the rest runs: the kernel drops a signal for PID 1 that has no listener yet.
const signals = receiveSignals();
// A start that never settles has failed.
process.exitCode = 13;
void import("./lib/run.ts").then(async ({ ignoreClosedPipes, run }) => {
  const { env, stdout, stderr } = process;
  ignoreClosedPipes(stdout, stderr);
  const end = await run(process.argv.slice(2), { env, stdout, stderr, signals });
  if ("signal" in end) endBy(end.signal);
  // An idle connection must not keep the process alive.
  process.exit(end.code);
});
