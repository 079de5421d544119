import { createEventsEmulator, serveEmulator } from "@keywright/emulator";

/** A stream of audit events behind a port. */
export interface ServedStream {
  readonly url: string;
  readonly token: string;
  /** The ids, in the order of the stream. */
  readonly sent: readonly string[];
  close(): Promise<void>;
}

/** Serves a stream of so many events. */
export async function serveStream(events: number): Promise<ServedStream> {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: events }, randomSeed: 7 });
  const sent = emulator.store.stream("auditevents").events.map(({ uuid }) => uuid);
  const server = await serveEmulator(emulator, { port: 0 });
  return { url: server.url, token: emulator.token, sent, close: () => server.close() };
}
