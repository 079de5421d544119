import { services } from "@keywright/tool-mocks/clients";
import { type Mock, startMock } from "@keywright/tool-mocks";
import { exampleOptions } from "@keywright/tool-test-kit/testing/example-options";
import { livingStory } from "./living-story.ts";
import { createReport, type Screen } from "./report.ts";
import { walkOperations } from "./walk-operations.ts";

/**
 * Calls every operation of the services: those with a path on mocks of their contracts, then on the emulator what needs state.
 *
 * @returns Whether each of them responded.
 */
export async function runDemo(screen: Screen): Promise<boolean> {
  const report = createReport(screen);
  const mocks = await Promise.all(services.map(({ name }) => startMock(name)));
  try {
    screen.write("On mocks, which keep no state: each response is the contract's own example.");
    for (const service of services) {
      const baseUrl = (mocks.find((mock) => mock.service === service.name) as Mock).url;
      const options = { ...exampleOptions(service.table, () => baseUrl), middleware: [report.middleware] };
      await walkOperations(service, service.createClient(options), report);
    }
  } finally {
    await Promise.all(mocks.map((mock) => mock.close()));
  }
  await livingStory(report);
  return report.finish(services.map(({ table }) => table));
}
