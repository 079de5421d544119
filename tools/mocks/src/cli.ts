import { once } from "node:events";
import type { Operation } from "@keywright/core/client";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { findServices } from "@keywright/tool-test-kit/services";
import { startPrismProcess } from "./prism-process.ts";
import type { Mock } from "./start-mock.ts";

const USAGE =
  "Usage: npx pnpm mocks [--port N]\n  --port N  ports N, N + 1 and so on for the services, in the order of their names; 0 selects free ports. Default: 4010";

const LAST_PORT = 65_535;
const names = findServices();

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { port: { type: "string", default: "4010" } });
  const first = Number(values.port);
  if (!Number.isInteger(first) || first < 0 || first > LAST_PORT - names.length + 1)
    rejectCommandLine(USAGE, `--port must be a whole number of 0 to ${LAST_PORT - names.length + 1}; got ${values.port}`);
  // An early signal must end the mocks that have started.
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  console.log("Starting Prism on each contract …");
  // These modules load all clients, which help and an invalid port do not need.
  const [{ serviceOf }, { startMock }] = await Promise.all([import("./clients.ts"), import("./start-mock.ts")]);
  const failures: Error[] = [];
  const start = async (service: string, index: number): Promise<Mock | undefined> => {
    try {
      const engine = (document: object) => startPrismProcess(service, document, stop.signal);
      return await startMock(service, { port: first === 0 ? 0 : first + index, engine });
    } catch (error) {
      // If one fails, the others stop, and their failures say nothing.
      if (!stop.signal.aborted) failures.push(error as Error);
      stop.abort();
      return undefined;
    }
  };
  const mocks = (await Promise.all(names.map(start))).filter((mock) => mock !== undefined);
  if (!stop.signal.aborted) {
    for (const { service, url } of mocks) console.log(`\n${service.padEnd(10)} ${url}\n  ${exampleCall(Object.values(serviceOf(service).table), url)}`);
    console.log("\nAny token is accepted. Ctrl+C ends them.");
    await once(stop.signal, "abort");
  }
  await Promise.all(mocks.map((mock) => mock.close()));
  for (const { message } of failures) console.error(message.includes("EADDRINUSE") ? `${message}: give another --port, or 0 for free ones` : message);
  return failures.length;
}

/** Returns a command line that calls the first operation that only needs a token. */
function exampleCall(operations: readonly Operation[], url: string): string {
  const operation = operations.find(
    ({ method, security, pathParameters, queryParameters, headerParameters, cookieParameters }) =>
      method === "GET" &&
      security.scheme === "bearer" &&
      pathParameters === undefined &&
      !Object.values({ ...queryParameters, ...headerParameters, ...cookieParameters }).some(({ required }) => required),
  );
  return operation === undefined ? `curl ${url}` : `curl -H "Authorization: Bearer any" ${url}${operation.path}`;
}

process.exitCode = await main();
