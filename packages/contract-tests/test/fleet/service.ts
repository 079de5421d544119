import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEventsEmulator, type EventsEmulator, serveEmulator } from "@keywright/emulator";

/**
 * One process that has the events of many accounts, told apart by their tokens, such as
 * `token-of-7`. Each account has its own events, the same in every run.
 */
const [accounts = 1, eventsPerStream = 0, delayMs = 0] = process.argv.slice(2).map(Number);
const STREAMS = ["auditevents", "itemusages", "signinattempts"] as const;
const emulators = new Map<string, EventsEmulator>();

/** They are made when they are first used, because a thousand at once delay the start. */
function emulatorOf(index: string): EventsEmulator | undefined {
  if (!/^\d+$/.test(index) || Number(index) >= accounts) return undefined;
  const emulator = emulators.get(index) ?? createEventsEmulator({ randomSeed: `account ${index}`, seed: { eventsPerStream, token: `token-of-${index}` } });
  emulators.set(index, emulator);
  return emulator;
}

const unknown = createEventsEmulator({ seed: { eventsPerStream: 0 } });
const server = await serveEmulator({
  clock: unknown.clock,
  async handle(request) {
    const [, index = ""] = /^Bearer token-of-(\d+)$/.exec(request.header("authorization") ?? "") ?? [];
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return (emulatorOf(index) ?? unknown).handle(request);
  },
});

let appended = 0;
/** Adds events to each stream of an account, or returns the ids of all of its events. */
const control = createServer((request, response) => {
  const [, action, index = "", count = "1"] = /^\/(append|ids)\/(\d+)(?:\/(\d+))?$/.exec(request.url ?? "") ?? [];
  const emulator = emulatorOf(index);
  if (action === "append" && emulator !== undefined) {
    for (const name of STREAMS) {
      const stream = emulator.store.stream(name);
      const timestamp = new Date().toISOString();
      stream.append(Array.from({ length: Number(count) }, () => ({ ...stream.events.at(-1), uuid: `APPENDED-${(appended += 1)}`, timestamp })) as never);
    }
    return void response.end();
  }
  response.end(JSON.stringify(Object.fromEntries(STREAMS.map((stream) => [stream, emulator?.store.stream(stream).events.map(({ uuid }) => uuid)]))));
});
await new Promise<void>((resolve) => void control.listen(0, "127.0.0.1", resolve));
console.log(`ready ${JSON.stringify({ url: server.url, control: `http://127.0.0.1:${(control.address() as AddressInfo).port}` })}`);
