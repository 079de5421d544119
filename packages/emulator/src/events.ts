export { createEventsEmulator } from "./lib/events/create-events-emulator.ts";
export type { EventsEmulator, EventsEmulatorOptions, EventsTokenOptions, NewEvent } from "./lib/events/create-events-emulator.ts";
export type { EventsSeedOptions } from "./lib/events/seed.ts";
export type { EventsSeed, EventsStore, EventsToken, Stream, StreamEvents, StreamName } from "./lib/events/store.ts";
