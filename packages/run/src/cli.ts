#!/usr/bin/env node
import { ignoreClosedPipes } from "@keywright/cli-kit";
import { run } from "./lib/run.ts";
import { endBy, receiveSignals } from "./lib/process/signals.ts";

const signals = receiveSignals();
const { env, stdout, stderr } = process;
ignoreClosedPipes(stdout, stderr);
const end = await run(process.argv.slice(2), { env, stdout, stderr, signals });
if ("signal" in end) endBy(end.signal);
// An idle connection must not keep the process alive.
process.exit(end.code);
