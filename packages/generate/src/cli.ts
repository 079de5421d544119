#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { run } from "./lib/run.ts";

// By default, V8 lets the heap grow to more than twice its live data before it collects garbage.
setFlagsFromString("--heap-growing-percent=50");

process.exitCode = await run(process.argv.slice(2), { log: (line) => console.log(line), error: (line) => console.error(line) });
