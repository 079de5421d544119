import {
  createEventsEmulator,
  createManagementEmulator,
  createVaultEmulator,
  type EmulatorAnswer,
  type EmulatorRequest,
  type SettableClock,
} from "@keywright/emulator";
import { createConsent } from "./consent.ts";
import type { Context } from "./context.ts";
import type { Machine } from "./machine.ts";
import type { ServiceName } from "./plan.ts";
import type { Process } from "./process.ts";
import { EPOCH } from "./timeline.ts";

/** A request that was sent. */
export interface Sent {
  readonly process: Process;
  readonly service: ServiceName;
  readonly url: URL;
  readonly init: RequestInit;
}

/** A response of a service. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The streams that the feeds follow. */
export type StreamName = "auditevents" | "auditlog";

/** The client secret of the token endpoint, which looks like an error code of OAuth. */
export const WRITER_SECRET = "correct_horse_battery_staple";

/** The services of the world. */
export type Services = ReturnType<typeof createServices>;

/** Creates the services. The writers keep their refresh token in `file`. */
export function createServices(context: Context, writers: Machine, file: string) {
  const { plan, timeline } = context;
  const random = context.random.fork("services");
  const clock: SettableClock = {
    now: timeline.now,
    wallNow: () => EPOCH + timeline.now(),
    after: timeline.after,
    clear() {},
    random: random.next,
    advance() {},
    set() {},
  };
  const randomSeed = random.int(1, 1_000_000);
  const events = createEventsEmulator({ clock, randomSeed, seed: { eventsPerStream: 12 } });
  const management = createManagementEmulator({ clock, randomSeed, seed: { auditEvents: 12 } });
  const vault = createVaultEmulator({ clock, randomSeed, seed: { activityRecords: 0 } });
  const vaultUUID = vault.store.tokens.list()[0]?.vaults[0] ?? "";
  const templates = [...events.store.stream("auditevents").events];
  const actions = [...management.store.audit.events];
  /** Returns the time of the next event: the current time if feeds begin at it, otherwise up to an hour ago. */
  const nextTime = (): string => {
    appended += 1;
    return new Date(clock.wallNow() - (plan.beginNow ? 0 : ((appended * 37) % 60) * 60_000)).toISOString();
  };
  let appended = 0;
  const consent = createConsent(context, writers, file, () => vault.issueToken({ expiresInSeconds: 110 }));
  const emulators = { events, management, vault };

  return {
    consent,
    eventsToken: events.token,
    clientId: management.clientId,
    clientSecret: management.clientSecret,
    vaultUUID,
    async act({ service, url, init, process }: Sent): Promise<Answer> {
      const headers = new Headers(init.headers);
      const body = typeof init.body === "string" ? init.body : undefined;
      const credential = headers.get("authorization")?.replace(/^\w+ /, "");
      if (service === "consent") {
        const { status, body: told } = consent.answer(new URLSearchParams(body), process);
        return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(told) };
      }
      if (service === "vault" && credential !== undefined) consent.used(credential);
      const request: EmulatorRequest = {
        method: init.method ?? "GET",
        origin: url.origin,
        path: url.pathname,
        query: url.search.slice(1),
        ip: "127.0.0.1",
        header: (name) => headers.get(name) ?? undefined,
        readBody: () => body,
        signal: () => undefined,
      };
      return answerOf(await emulators[service].handle(request));
    },
    /** Reports that the body of a response was read to its end. */
    delivered({ service }: Sent, { body, status }: Answer): void {
      if (service === "consent" && status === 200) consent.delivered((JSON.parse(body) as { readonly refresh_token: string }).refresh_token);
    },
    /** Revokes the token of a request. */
    revoke({ service, init }: Sent): void {
      const credential = new Headers(init.headers).get("authorization")?.replace(/^Bearer /, "") ?? "";
      if (service === "vault") consent.revoked(credential);
      if (service === "vault" || service === "management") emulators[service].revokeToken(credential);
    },
    /** Appends events to the streams. */
    append(count: number): void {
      for (let index = 0; index < count; index += 1) {
        const { uuid: _uuid, timestamp: _time, ...event } = random.pick(templates as [(typeof templates)[number]]);
        const time = nextTime();
        events.appendEvents("auditevents", { ...event, timestamp: time });
        const { id: _id, uuid: _own, published: _published, ...action } = random.pick(actions as [(typeof actions)[number]]);
        management.appendAuditEvents({ ...action, published: time });
      }
    },
    /** Returns the ids of a stream, in its order. */
    idsOf: (stream: StreamName): readonly string[] =>
      stream === "auditevents" ? events.store.stream(stream).events.map(({ uuid }) => uuid) : management.store.audit.events.map(({ id }) => String(id)),
    /** Returns the place of a time in a stream. */
    placeOf(stream: StreamName, time: string): number {
      if (stream === "auditevents") return events.store.stream(stream).placeOf(time);
      const place = management.store.audit.events.findIndex(({ published }) => Date.parse(published ?? "") >= Date.parse(time));
      return place < 0 ? management.store.audit.events.length : place;
    },
    /** Returns the number of items with a title. */
    itemsOf: (title: string): number => vault.store.items.list().filter((item) => item.title === title).length,
    *secrets(): Generator<string> {
      yield* [events.token, management.clientSecret, WRITER_SECRET];
      yield* consent.secrets;
      for (const { value } of management.store.tokens.list()) yield value;
    },
  };
}

function answerOf({ status, headers, body }: EmulatorAnswer): Answer {
  return { status, headers, body: body === undefined ? "" : typeof body === "string" ? body : Buffer.from(body).toString() };
}
