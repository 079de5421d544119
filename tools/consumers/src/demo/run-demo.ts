import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { type Mock, startMock } from "@keywright/tool-mocks";
import { services } from "@keywright/tool-clients";
import { exampleOptions } from "@keywright/tool-testing/example-options";
import { createVaultClient } from "@keywright/vault";
import { eventsStory } from "./events-story.ts";
import { livingStory } from "./living-story.ts";
import { managementStory } from "./management-story.ts";
import { createReport, type Screen } from "./report.ts";
import { vaultStory } from "./vault-story.ts";
import { walkOperations } from "./walk-operations.ts";

/**
 * Calls every operation of the services: those at paths on mocks of their contracts, then on the emulator what a mock cannot serve or show.
 *
 * @returns Whether each of them answered.
 */
export async function runDemo(screen: Screen): Promise<boolean> {
  const report = createReport(screen);
  const mocks = await Promise.all(services.map(({ name }) => startMock(name)));
  try {
    const optionsOf = (service: string) => ({
      baseUrl: (mocks.find((mock) => mock.service === service) as Mock).url,
      token: "example-token",
      middleware: [report.middleware],
    });
    screen.write("On mocks, which know no state: each answer is the contract's own example, whatever was asked before.");
    await vaultStory(createVaultClient(optionsOf("vault")), report);
    await managementStory(createManagementClient(optionsOf("management")), report);
    await eventsStory(createEventsClient(optionsOf("events")), report);
    for (const service of services) {
      const options = { ...optionsOf(service.name), ...exampleOptions(service.table, () => optionsOf(service.name).baseUrl) };
      await walkOperations(service, service.createClient(options), report);
    }
  } finally {
    await Promise.all(mocks.map((mock) => mock.close()));
  }
  await livingStory(report);
  return report.finish(services.map(({ table }) => table));
}
