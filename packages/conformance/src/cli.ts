#!/usr/bin/env node
import { ignoreClosedPipes } from "@keywright/cli-kit";
import { run } from "./lib/run.ts";

const { env, stdout, stderr } = process;
ignoreClosedPipes(stdout, stderr);
const interruption = new AbortController();
// The first signal stops the tests and removes what they made; the second ends the program.
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => {
    stderr.write("interrupted: removing what was made\n");
    interruption.abort();
  });
}
const code = await run(process.argv.slice(2), { env, stdout, stderr, fetch, signal: interruption.signal });
// An idle connection must not keep the process alive.
process.exit(code);
