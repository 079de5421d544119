#!/usr/bin/env node
import { run } from "./lib/run.ts";
import { endBy, receiveSignals } from "./lib/process/signals.ts";

const signals = receiveSignals();
const { env, stdout, stderr } = process;
// Each write reports a closed pipe. Without a listener, the error would end the program here.
stdout.on("error", () => {});
stderr.on("error", () => {});
const end = await run(process.argv.slice(2), { env, stdout, stderr, signals });
if ("signal" in end) endBy(end.signal);
// An idle connection must not keep the process alive.
process.exit(end.code);
