export { createEventsEmulator } from "./lib/events/create-events-emulator.ts";
export type { EventsEmulator, EventsEmulatorOptions } from "./lib/events/create-events-emulator.ts";
export type { EventsTokenOptions, NewEvent } from "./lib/events/new-records.ts";
export type { EventsSeedOptions } from "./lib/events/seed.ts";
export type { EventsSeed, EventsStore, EventsToken, Stream, StreamEvents, StreamName } from "./lib/events/store.ts";
