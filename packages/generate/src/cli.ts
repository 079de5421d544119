#!/usr/bin/env node
import { run } from "./lib/run.ts";

process.exitCode = await run(process.argv.slice(2), { log: (line) => console.log(line), error: (line) => console.error(line) });
