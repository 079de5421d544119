import { styleText } from "node:util";
import type { Middleware } from "@keywright/core";
import type { Operation } from "@keywright/core/client";
import { createManagementEmulator } from "@keywright/emulator";
import { createManagementClient } from "@keywright/management";
import { getRun, waitingAction } from "@keywright/management/runs";
import { startMock } from "@keywright/tool-mocks";
import { type Service, services } from "@keywright/tool-mocks/clients";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { exampleInputs } from "@keywright/tool-test-kit/testing/example-inputs";
import { exampleOptions } from "@keywright/tool-test-kit/testing/example-options";

readCommandLine("Usage: npx pnpm demo\n  Calls each operation of the services on mocks or on an emulator.");

const answered = new Set<Operation>();
let lastStatus = 0;

/** Records the status of each operation. */
const middleware: Middleware = async (request, next, { operation }) => {
  const response = await next(request);
  lastStatus = response.status;
  if (response.ok) answered.add(operation);
  return response;
};

/**
 * Makes a call, prints its status and the interesting part of its result, and returns it.
 *
 * @param source The call as a user would write it.
 * @param run Makes that call.
 * @param tell Describes the interesting part of the result.
 */
async function call<Answer>(source: string, run: () => Promise<Answer>, tell: (answer: Answer) => string): Promise<Answer> {
  const answer = await run();
  console.log(`  ${styleText("green", String(lastStatus))}  ${source}`);
  console.log(`       ${styleText("dim", tell(answer))}`);
  return answer;
}

/** Calls each operation with a path on a mock with its example; mocks serve no others. */
async function walkOperations({ name, table, document, createClient }: Service): Promise<void> {
  const mock = await startMock(name);
  try {
    const { raw } = createClient({ ...exampleOptions(table, () => mock.url), middleware: [middleware] });
    console.log(styleText("bold", `\n${name}: each operation with the input of its example`));
    for (const operation of Object.values(table).filter(({ path }) => path !== "")) {
      const [{ input } = { input: undefined }] = exampleInputs(document, operation);
      const args = input === undefined ? [] : [input];
      await call(
        `${name}.raw.${operation.id}(${args.map((value) => JSON.stringify(value)).join("")})`,
        async () => raw[operation.id]?.(...args),
        (response) => shortened(response?.body),
      );
    }
  } finally {
    await mock.close();
  }
}

/** Returns the beginning of a response's body, on one line. */
function shortened(body: unknown): string {
  const text = (typeof body === "string" ? body : JSON.stringify(body)) ?? "no body";
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 120)} …` : line;
}

/** Calls an operation at a URL from a response: an emulator has it, mocks keep no state. */
async function continueRun(): Promise<void> {
  console.log(styleText("bold", "\nOn the emulator: continue a waiting run by a signal whose URL the run has"));
  const { token, fetch } = createManagementEmulator();
  const management = createManagementClient({ baseUrl: "https://management.example.com", token, fetch, middleware: [middleware] });
  const id = { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a02", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a12" };
  const read = (): ReturnType<typeof getRun> => getRun(management, id);
  const source = "getRun(management, { workflowId, runId })";
  const waiting = await call(source, read, ({ name, status }) => `${name}: ${status}`);
  const { href } = waitingAction(waiting, { name: "Approve" });
  const fire = (): Promise<unknown> => management.fireSignal({ href });
  await call("management.fireSignal({ href })", fire, () => "the signal Approve was fired");
  await call(source, read, ({ steps = [] }) => `its steps: ${steps.map(({ status }) => status).join(", ")}`);
}

console.log("On mocks, which keep no state: each response is the contract's own example.");
for (const service of services) await walkOperations(service);
await continueRun();
const operations = services.flatMap(({ table }) => Object.values(table));
const silent = operations.filter((operation) => !answered.has(operation));
for (const { id } of silent) console.log(styleText("red", `\n${id} has not responded`));
// Another command, test service, reads this line.
const sums = [`${operations.length - silent.length} of ${operations.length} operations`, "answered"].join(" ");
console.log(styleText(silent.length === 0 ? "green" : "red", `\n${sums}`));
process.exitCode = silent.length === 0 ? 0 : 1;
