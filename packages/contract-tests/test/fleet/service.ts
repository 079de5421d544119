import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccounts, createEventsEmulator, serveEmulator } from "@keywright/emulator";

// One process that has the events of many accounts, with tokens such as `token-of-7`.
const [accounts = 1, eventsPerStream = 0, delayMs = 0] = process.argv.slice(2).map(Number);
const STREAMS = ["auditevents", "itemusages", "signinattempts"] as const;
const names = Array.from({ length: accounts }, (_unused, index) => String(index));
const service = createAccounts(names, ({ token, randomSeed }) => createEventsEmulator({ randomSeed, seed: { eventsPerStream, token } }));
const server = await serveEmulator({
  clock: service.clock,
  async handle(request) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return service.handle(request);
  },
});

let appended = 0;
/** Adds events to each stream of an account, or returns the ids of all of its events. */
const control = createServer((request, response) => {
  const [, action, index = "", count = "1"] = /^\/(append|ids)\/(\d+)(?:\/(\d+))?$/.exec(request.url ?? "") ?? [];
  const { store } = service.of(index);
  if (action === "append") {
    for (const name of STREAMS) {
      const stream = store.stream(name);
      const timestamp = new Date().toISOString();
      stream.append(Array.from({ length: Number(count) }, () => ({ ...stream.events.at(-1), uuid: `APPENDED-${(appended += 1)}`, timestamp })) as never);
    }
    return void response.end();
  }
  response.end(JSON.stringify(Object.fromEntries(STREAMS.map((stream) => [stream, store.stream(stream).events.map(({ uuid }) => uuid)]))));
});
await new Promise<void>((resolve) => void control.listen(0, "127.0.0.1", resolve));
console.log(`ready ${JSON.stringify({ url: server.url, control: `http://127.0.0.1:${(control.address() as AddressInfo).port}` })}`);
