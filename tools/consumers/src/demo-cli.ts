import { readCommandLine } from "@keywright/tool-test-kit/command";
import { runDemo } from "./demo/run-demo.ts";

readCommandLine("Usage: npx pnpm demo\n  Calls each operation of the services on mocks or on emulators.");

const colour = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";

process.exitCode = (await runDemo({ write: console.log, colour })) ? 0 : 1;
