import { startPrismOf } from "@keywright/tool-mocks";
import { services } from "@keywright/tool-mocks/clients";

// The emulator prints the same.
const ready = await Promise.all(services.map(async ({ name }) => [name, { baseUrl: (await startPrismOf(name)).url, token: "example-token" }]));
process.stdout.write(`${JSON.stringify(Object.fromEntries(ready))}\n`);
