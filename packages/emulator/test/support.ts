import { createEventsClient, type EventsClient } from "@keywright/events";
import { createEventsEmulator, type EventsEmulator, type EventsEmulatorOptions } from "../src/events.ts";
import { manualClock } from "../src/index.ts";

/** The time at which emulators of these tests begin. */
export const START = "2026-03-02T12:00:00.000Z";

/** An emulator whose time stands still, and whose own mistakes fail the test. */
export function testEmulator(options: EventsEmulatorOptions = {}): EventsEmulator {
  return createEventsEmulator({
    clock: manualClock(START),
    onDefect: (defect) => {
      throw defect;
    },
    ...options,
  });
}

/** A client of an emulator, in process. */
export function clientOf(emulator: EventsEmulator, token = emulator.token): EventsClient {
  return createEventsClient({ baseUrl: "https://events.example.com", token, fetch: emulator.fetch });
}

/** What a test looks at in an answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A request to the events service by hand. `init` may take its headers away. */
export async function send(emulator: EventsEmulator, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await emulator.fetch(`https://events.example.com${path}`, {
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
    ...init,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** A page of a stream. */
export interface PageBody<Event = { readonly uuid: string; readonly timestamp: string }> {
  readonly items: readonly Event[];
  readonly cursor: string;
  readonly has_more: boolean;
}

/** Posts a position to a stream. */
export function poll(emulator: EventsEmulator, stream: "auditevents" | "itemusages" | "signinattempts", position: unknown): Promise<Answer> {
  return send(emulator, `/api/v2/${stream}`, { method: "POST", body: JSON.stringify(position) });
}

/** The page that a position gives. */
export async function page(emulator: EventsEmulator, stream: "auditevents" | "itemusages" | "signinattempts", position: unknown): Promise<PageBody> {
  const { status, body } = await poll(emulator, stream, position);
  if (status !== 200) throw new Error(`a page was answered with ${status}: ${JSON.stringify(body)}`);
  return body as PageBody;
}

/** Three small events, an hour apart, the last at the start of the test. */
export const SMALL_SEED = {
  accountUuid: "2SRS3PIO66QACHQIIZS7IZLEVA",
  tokens: [
    {
      value: "small-token",
      integrationUuid: "LSMSHGFAABQP6KYYNE7MWQZOHN",
      scopes: ["auditevents", "itemusages", "signinattempts"],
      issuedAt: "2026-03-01T00:00:00Z",
    },
  ],
  auditevents: [
    { uuid: "A1", timestamp: "2026-03-02T10:00:00Z", action: "create" },
    { uuid: "A2", timestamp: "2026-03-02T11:00:00.000000001Z", action: "update" },
    { uuid: "A3", timestamp: "2026-03-02T11:59:59Z", action: "delete" },
  ],
  itemusages: [],
  signinattempts: [],
} as const;
