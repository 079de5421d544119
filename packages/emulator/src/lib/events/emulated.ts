import type { OpenEmulated } from "../core/emulated.ts";
import { createEventsEmulator } from "./create-events-emulator.ts";
import type { NewEvent } from "./new-records.ts";
import { STREAM_NAMES, type StreamEvents, type StreamName } from "./store.ts";

/** The events service for the command. */
export const openEvents: OpenEmulated = (options, seed, token) => {
  const emulator = createEventsEmulator({ ...options, seed: token === undefined ? seed : { eventsPerStream: 100, ...seed, token } });
  // The control port accepts any object as an event; the service checks it by its contract.
  const appending = (stream: StreamName) => (events: readonly object[]) =>
    emulator.appendEvents(stream, ...(events as readonly NewEvent<StreamEvents[StreamName]>[]));
  return {
    emulator,
    facts: () => ({ token: emulator.token }),
    lines: () => [`token  ${emulator.token}`],
    tokens: { list: () => emulator.store.tokens.list(), issue: emulator.issueToken, revoke: emulator.revokeToken },
    streams: Object.fromEntries(STREAM_NAMES.map((name) => [name, appending(name)])),
  };
};
