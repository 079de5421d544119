import { startPrismOf } from "@keywright/tool-mocks";
import { services } from "@keywright/tool-mocks/clients";

const urls = await Promise.all(services.map(async ({ name }) => [name, (await startPrismOf(name)).url]));
process.stdout.write(`${JSON.stringify(Object.fromEntries(urls))}\n`);
