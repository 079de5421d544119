import type { Operation, OperationTable } from "@keywright/core/client";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { findServices } from "@keywright/tool-test-kit/services";

const USAGE =
  "Usage: npx pnpm mocks [--port N]\n  --port N  ports N, N + 1 and so on for the services, in the order of their names; 0 selects free ports. Default: 4010";

const LAST_FIRST = 65_536 - findServices().length;
const { values } = readCommandLine(USAGE, { port: { type: "string", default: "4010" } });
const first = Number(values.port);
if (!Number.isInteger(first) || first < 0 || first > LAST_FIRST)
  refuseCommandLine(USAGE, `--port must be a whole number of 0 to ${LAST_FIRST}; got ${values.port}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
console.log("Starting Prism on each contract …");

try {
  // They take seconds to load, which help and an invalid port do not need.
  const [{ services }, { startMock }] = await Promise.all([import("./services.ts"), import("./start-mock.ts")]);
  for (const [index, service] of services.entries()) {
    const name = service.name.padEnd(10);
    const { url } = await startMock(service, { port: first === 0 ? 0 : first + index, log: (line) => console.log(`${name} ${line}`) });
    console.log(`\n${name} ${url}\n  ${exampleCall(service.table, url)}`);
  }
  console.log("\nAny token is accepted. Ctrl+C ends them.");
} catch (error) {
  const { message } = error as Error;
  console.error(message.includes("EADDRINUSE") ? `${message}: give another --port, or 0 for free ones` : message);
  process.exit(1);
}

/** Returns a command line that calls a mock: the first operation that needs a token and no other input. */
function exampleCall(table: OperationTable, url: string): string {
  const operation = Object.values<Operation>(table).find(
    ({ method, security, pathParameters, queryParameters, headerParameters, cookieParameters }) =>
      method === "GET" &&
      security.scheme === "bearer" &&
      pathParameters === undefined &&
      !Object.values({ ...queryParameters, ...headerParameters, ...cookieParameters }).some(({ required }) => required),
  );
  return operation === undefined ? `curl ${url}` : `curl -H "Authorization: Bearer any" ${url}${operation.path}`;
}
