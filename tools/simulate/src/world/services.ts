import { createEventsEmulator, createManagementEmulator, createVaultEmulator } from "@keywright/emulator";
import { createConsent } from "./consent.ts";
import { type Context, EPOCH } from "./context.ts";
import type { Machine } from "./machine.ts";
import { type Answer, credentialOf, type Sent } from "./messages.ts";

/** The streams that the feeds follow. */
export type StreamName = "auditevents" | "auditlog";

/** The client secret of the token endpoint, which looks like an error code of OAuth. */
export const WRITER_SECRET = "correct_horse_battery_staple";

/** The services of the world. */
export type Services = ReturnType<typeof createServices>;

/** Creates the services. The writers keep their refresh token in `file`. */
export function createServices(context: Context, writers: Machine, file: string) {
  const { plan, timeline, say } = context;
  const random = context.random.fork("services");
  const wallNow = (): number => EPOCH + timeline.now();
  const clock = { now: timeline.now, wallNow, after: timeline.after, clear() {}, random: random.next };
  const randomSeed = random.integer(1, 1_000_000);
  const events = createEventsEmulator({ clock, randomSeed, seed: { eventsPerStream: 12 } });
  const management = createManagementEmulator({ clock, randomSeed, seed: { auditEvents: 12 } });
  const vault = createVaultEmulator({ clock, randomSeed, seed: { activityRecords: 0 } });
  const vaultUUID = vault.store.tokens.list()[0]?.vaults[0] ?? "";
  const templates = [...events.store.stream("auditevents").events];
  const actions = [...management.store.audit.events];
  let appended = 0;
  const consent = createConsent(context, writers, file, () => vault.issueToken({ expiresInSeconds: 110 }));
  const emulators = { events, management, vault };
  /** Paths whose next page becomes bad, and the requests for bad pages. */
  const struck: string[] = [];
  const bad = new Set<string>();

  /** Makes pages for `keywright-tail` bad. The same request has the same fault each time. */
  function spoil({ process, url, init }: Sent, body: string): string {
    if (!process.name.startsWith("tail") || !/"(items|results)":\[\{/.test(body)) return body;
    const request = `${url.href} ${String(init.body)}`;
    const index = struck.findIndex((path) => url.pathname.endsWith(path));
    if (index >= 0) {
      struck.splice(index, 1);
      bad.add(request);
      say(`the page at ${request} is bad`);
    }
    return bad.has(request) ? body.replace(/"(items|results)":\[/, "$&null,") : body;
  }

  return {
    consent,
    eventsToken: events.token,
    clientId: management.clientId,
    clientSecret: management.clientSecret,
    vaultUUID,
    async act(sent: Sent): Promise<Answer> {
      const { service, url, init, process } = sent;
      if (service === "consent") return consent.respond(new URLSearchParams(String(init.body)), process);
      if (service === "vault") consent.used(credentialOf(init));
      const response = await emulators[service].fetch(url, { ...init, signal: null });
      return { status: response.status, headers: Object.fromEntries(response.headers), body: spoil(sent, await response.text()) };
    },
    /** Makes the next page with events of a path bad. */
    strike: (path: string) => void struck.push(path),
    /** Makes all pages good again. */
    mend(): void {
      struck.length = 0;
      bad.clear();
    },
    /** Reports that the body of a response was read to its end. */
    delivered({ service }: Sent, { body, status }: Answer): void {
      if (service === "consent" && status === 200) consent.delivered((JSON.parse(body) as { readonly refresh_token: string }).refresh_token);
    },
    /** Revokes the token of a request. */
    revoke({ service, init }: Sent): void {
      if (service === "vault") consent.revoked(credentialOf(init));
      if (service === "vault" || service === "management") emulators[service].revokeToken(credentialOf(init));
    },
    /** Appends events: of the current time if feeds begin at it, otherwise up to an hour old. */
    append(count: number): void {
      for (let index = 0; index < count; index += 1) {
        appended += 1;
        const time = new Date(wallNow() - (plan.beginNow ? 0 : ((appended * 37) % 60) * 60_000)).toISOString();
        const { uuid: _uuid, ...event } = random.pick(templates);
        events.appendEvents("auditevents", { ...event, timestamp: time });
        const { id: _id, uuid: _own, ...action } = random.pick(actions);
        management.appendAuditEvents({ ...action, published: time });
      }
    },
    /** Returns the ids of a stream, in its order. */
    idsOf: (stream: StreamName): readonly string[] =>
      (stream === "auditevents" ? events.store.stream(stream) : management.store.audit).events.map(({ uuid }) => String(uuid)),
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
      yield* consent.secrets();
      for (const { value } of management.store.tokens.list()) yield value;
    },
  };
}
