import { once } from "node:events";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { findServices } from "@keywright/tool-test-kit/services";
import type { Mock } from "./start-mock.ts";

const USAGE =
  "Usage: npx pnpm mocks [--port N]\n  --port N  ports N, N + 1 and so on for the services, in the order of their names; 0 selects free ports. Default: 4010";

const LAST_PORT = 65_535;
const names = findServices();

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { port: { type: "string", default: "4010" } });
  const first = Number(values.port);
  if (!Number.isInteger(first) || first < 0 || first > LAST_PORT - names.length + 1)
    refuseCommandLine(USAGE, `--port must be a whole number of 0 to ${LAST_PORT - names.length + 1}; got ${values.port}`);
  // An early signal must end the mocks that have started.
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  console.log("Starting Prism on each contract …");
  // They take seconds to load, which help and an invalid port do not need.
  const [{ exampleCall }, { startPrismProcess }, { startMock }] = await Promise.all([
    import("./example-call.ts"),
    import("./prism-process.ts"),
    import("./start-mock.ts"),
  ]);
  const { mocks, failure } = await startAll(first, stop, (service, port) =>
    startMock(service, { port, engine: (contract) => startPrismProcess(contract, stop.signal) }),
  );
  if (!stop.signal.aborted) {
    for (const mock of mocks) console.log(`\n${mock.service.padEnd(10)} ${mock.url}\n  ${exampleCall(mock)}`);
    console.log("\nAny token is accepted. Ctrl+C ends them.");
    await once(stop.signal, "abort");
  }
  await Promise.all(mocks.map((mock) => mock.close()));
  if (failure === undefined) return 0;
  console.error(failure.message.includes("EADDRINUSE") ? `${failure.message}: give another --port, or 0 for free ones` : failure.message);
  return 1;
}

/** Starts a mock of each service. If one fails, the others stop. Returns the first failure only. */
async function startAll(
  first: number,
  stop: AbortController,
  startMock: (service: string, port: number) => Promise<Mock>,
): Promise<{ readonly mocks: readonly Mock[]; readonly failure: Error | undefined }> {
  let failure: Error | undefined;
  const start = async (service: string, index: number): Promise<Mock[]> => {
    try {
      return [await startMock(service, first === 0 ? 0 : first + index)];
    } catch (error) {
      if (!stop.signal.aborted) failure = error as Error;
      stop.abort();
      return [];
    }
  };
  const mocks = (await Promise.all(names.map(start))).flat();
  return { mocks, failure };
}

process.exitCode = await main();
