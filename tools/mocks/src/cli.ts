import { parseArgs } from "node:util";
import { exampleCall } from "./example-call.ts";
import { startPrismProcess } from "./prism-process.ts";
import { serviceNames } from "./services.ts";
import { type Mock, startMock } from "./start-mock.ts";

const USAGE =
  "Usage: npx pnpm mocks [--port N]\n  --port N  the management service listens on N, the vault on N + 1, events on N + 2; 0 picks free ones. Default: 4010";

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { port: { type: "string", default: "4010" }, help: { type: "boolean", default: false } } });
  const first = Number(values.port);
  if (values.help || !Number.isInteger(first) || first < 0 || first > 65_533) {
    console.error(values.help ? USAGE : `--port must be a whole number of 0 to 65533; got ${values.port}\n${USAGE}`);
    return values.help ? 0 : 2;
  }
  const stopped = stopSignal(); // Listened for from the start, so that a signal during it ends Prism too.
  console.log("Starting Prism on each contract …");
  const starts = await Promise.allSettled(
    serviceNames.map((service, index) => startMock(service, { port: first === 0 ? 0 : first + index, engine: startPrismProcess })),
  );
  const mocks = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const failures = starts.flatMap((start) => (start.status === "rejected" ? [start.reason as Error] : []));
  if (failures.length === 0) {
    for (const mock of mocks) console.log(`\n${mock.service.padEnd(10)} ${mock.url}\n  ${exampleCall(mock)}`);
    console.log("\nAny token is accepted. Ctrl+C ends them.");
    await stopped;
  }
  await Promise.all(mocks.map((mock: Mock) => mock.close()));
  for (const { message } of failures) console.error(message.includes("EADDRINUSE") ? `${message}: give another --port, or 0 for free ones` : message);
  return failures.length === 0 ? 0 : 1;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

process.exitCode = await main();
