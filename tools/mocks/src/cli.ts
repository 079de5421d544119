import type { Operation } from "@keywright/core/client";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { services } from "./clients.ts";
import { type Mock, startMock } from "./start-mock.ts";

const USAGE =
  "Usage: npx pnpm mocks [--port N]\n  --port N  the services listen on N, N + 1 and so on, in the order of their names; 0 picks free ones. Default: 4010";

const LAST_FIRST_PORT = 65_536 - services.length;

/** A command line that asks a mock for something: the first operation of its contract that needs a token and no further input. */
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

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { port: { type: "string", default: "4010" } });
  const first = Number(values.port);
  if (!Number.isInteger(first) || first < 0 || first > LAST_FIRST_PORT)
    refuseCommandLine(USAGE, `--port must be a whole number of 0 to ${LAST_FIRST_PORT}; got ${values.port}`);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  console.log("Starting Prism on each contract …");
  const start = ({ name }: { readonly name: string }, index: number): Promise<Mock> =>
    startMock(name, { port: first === 0 ? 0 : first + index, log: (line) => console.log(`${name.padEnd(10)} ${line}`) });
  const starts = await Promise.allSettled(services.map(start));
  const mocks = starts.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const [failure] = starts.flatMap((each) => (each.status === "rejected" ? [(each.reason as Error).message] : []));
  if (failure === undefined) {
    for (const [index, { service, url }] of mocks.entries())
      console.log(`\n${service.padEnd(10)} ${url}\n  ${exampleCall(Object.values<Operation>(services[index]?.table ?? {}), url)}`);
    console.log("\nAny token is accepted. Ctrl+C ends them.");
    await stopped;
  }
  await Promise.all(mocks.map((mock) => mock.close()));
  if (failure === undefined) return 0;
  console.error(failure.includes("EADDRINUSE") ? `${failure}: give another --port, or 0 for free ones` : failure);
  return 1;
}

process.exitCode = await main();
