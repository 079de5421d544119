export { createEventsEmulator } from "./lib/events/create-events-emulator.ts";
export type { EventsEmulator, EventsEmulatorOptions } from "./lib/events/create-events-emulator.ts";
export type { EventsSeedOptions, EventsTokenOptions } from "./generated/seed.ts";
export type { NewEvent } from "./lib/events/new-records.ts";
export type { EventsSeed, EventsStore, EventsToken, Stream, StreamEvents, StreamName } from "./lib/events/store.ts";
