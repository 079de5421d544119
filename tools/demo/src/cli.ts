import { runDemo } from "./run-demo.ts";

const colour = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";

try {
  process.exitCode = (await runDemo({ write: console.log, colour })) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
