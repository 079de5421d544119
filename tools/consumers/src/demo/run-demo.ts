import { startMock } from "@keywright/tool-mocks";
import { type Service, services } from "@keywright/tool-mocks/clients";
import { exampleInputs } from "@keywright/tool-test-kit/testing/example-inputs";
import { exampleOptions } from "@keywright/tool-test-kit/testing/example-options";
import { livingStory } from "./living-story.ts";
import { createReport, type Report, type Screen } from "./report.ts";

/**
 * Calls every operation of the services: those with a path on mocks of their contracts, then those that need state on the emulator.
 *
 * @returns Whether every operation responded.
 */
export async function runDemo(screen: Screen): Promise<boolean> {
  const report = createReport(screen);
  screen.write("On mocks, which keep no state: each response is the contract's own example.");
  for (const service of services) await walkOperations(service, report);
  await livingStory(report);
  return report.finish(services.map(({ table }) => table));
}

/** Calls each operation with a path on a mock, with the input of its example. Mocks do not serve operations without a path. */
async function walkOperations({ name, table, document, createClient }: Service, { title, call, middleware }: Report): Promise<void> {
  const mock = await startMock(name);
  try {
    const { raw } = createClient({ ...exampleOptions(table, () => mock.url), middleware: [middleware] });
    title(`${name}: each operation with the input of its example`);
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
