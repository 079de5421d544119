import { serviceNames, startPrismOf } from "@keywright/tool-mocks";

const [management, vault, events] = await Promise.all(serviceNames.map((service) => startPrismOf(service)));
process.stdout.write(`${JSON.stringify({ management: management?.url, vault: vault?.url, events: events?.url })}\n`);
