import type { components } from "@keywright/events/schema";
import { EVENTS_DOCUMENT } from "../../generated/events.ts";
import type { EventsSeedOptions } from "../../generated/seed.ts";
import { cyclic, requireUnique } from "../core/values/lists.ts";
import { knownValues } from "../core/schemas/schema-branches.ts";
import { lazily } from "../core/values/lazily.ts";
import type { Random } from "../core/values/random.ts";
import type { Tools } from "../core/service/service.ts";
import { type SeedUser, seedUsers } from "./seed-people.ts";
import { type NewEvent, newEvent, newEventsToken } from "./new-records.ts";
import type { EventsSeed, StreamEvents, StreamName } from "./store.ts";

type Schemas = components["schemas"];

const DAY_MS = 86_400_000;
const SPAN_MS = 14 * DAY_MS;

interface Account {
  readonly uuid: string;
  readonly msp: boolean;
  readonly users: readonly SeedUser[];
  readonly vaults: readonly { readonly uuid: string; readonly items: readonly string[] }[];
}

/**
 * Returns an account with a token and two weeks of events, with every known enumeration value.
 *
 * The same seed and time return the same events.
 */
export function defaultEventsSeed({ clock, random }: Tools, options: EventsSeedOptions = {}): EventsSeed {
  const { eventsPerStream = 4000, msp = false, token } = options;
  const uuid = upperId(random);
  const now = clock.wallNow();
  const vaults = Array.from({ length: 12 }, () => ({ uuid: random.id(), items: Array.from({ length: 20 }, () => random.id()) }));
  const account: Account = { uuid, msp, users: seedUsers(random, uuid, msp), vaults };
  const first = { ...newEventsToken(token === undefined ? {} : { value: token }, random, now), issuedAt: new Date(now - SPAN_MS).toISOString() };
  const tokens = [first, ...(options.tokens ?? []).map((more) => newEventsToken(more, random, now))];
  requireUnique("tokens", tokens, ({ value }) => value, "secret value");
  // Each stream has its own randomness, so the order in which they are read does not matter.
  const series = <Name extends StreamName>(
    name: Name,
    maker: (random: Random, account: Account) => (index: number, timestamp: string) => StreamEvents[Name],
  ) => {
    const own = random.fork(name);
    const make = maker(own, account);
    const wanted: number | readonly NewEvent<StreamEvents[Name]>[] = options[name] ?? eventsPerStream;
    if (typeof wanted === "number") return () => times(own, now, wanted).map((timestamp, index) => make(index, timestamp));
    // One second apart, so that the order of times is that of the list.
    const events = wanted.map((event, index) => newEvent(event, own, now - (wanted.length - index) * 1000) as StreamEvents[Name]);
    return () => events;
  };
  return lazily<EventsSeed>({
    accountUuid: () => uuid,
    tokens: () => tokens,
    auditevents: series("auditevents", auditEvents),
    itemusages: series("itemusages", itemUsages),
    signinattempts: series("signinattempts", signInAttempts),
  });
}

/** Returns increasing times up to a few seconds ago, some with nanoseconds. */
function times(random: Random, now: number, count: number): readonly string[] {
  const step = SPAN_MS / count;
  return Array.from({ length: count }, (_unused, index) => {
    const text = new Date(Math.floor(now - SPAN_MS + step * (index + random.next()))).toISOString();
    return index % 5 === 0 ? `${text.slice(0, -1)}${String(random.integer(0, 999_999)).padStart(6, "0")}Z` : text;
  });
}

function upperId(random: Random): string {
  return random.id().toUpperCase();
}

/** Frequent actions. All others are rare. */
const COMMON_AUDIT: readonly (readonly [Schemas["AuditAction"], Schemas["AuditObjectType"]])[] = [
  ["create", "item"],
  ["update", "item"],
  ["create", "vault"],
  ["grant", "gva"],
  ["join", "gm"],
  ["suspend", "user"],
  ["verify", "device"],
  ["export", "report"],
  ["revoke", "satoken"],
];

function auditEvents(random: Random, account: Account): (index: number, timestamp: string) => Schemas["AuditEventV2"] {
  const actions = knownValues(EVENTS_DOCUMENT, "AuditAction");
  const objectTypes = knownValues(EVENTS_DOCUMENT, "AuditObjectType");
  return (index, timestamp) => {
    const actor = random.pick(account.users);
    const other = random.pick(account.users);
    const rare = Math.floor(index / 3);
    const [action, objectType] = index % 3 === 0 ? [cyclic(actions, rare), cyclic(objectTypes, rare)] : random.pick(COMMON_AUDIT);
    const { uuid: actorUuid, user_type: actorType, user_account_uuid: actorAccountUuid } = actor.details;
    const loginMs = new Date(timestamp).getTime() - random.integer(1, 240) * 60_000;
    return {
      uuid: upperId(random),
      timestamp,
      actor_uuid: actorUuid,
      actor_details: actor.details,
      ...(actorType === undefined || actorAccountUuid === undefined ? {} : { actor_type: actorType, actor_account_uuid: actorAccountUuid }),
      account_uuid: account.uuid,
      action,
      object_type: objectType,
      ...(objectType === "user" ? { object_uuid: other.plain.uuid, object_details: other.plain } : { object_uuid: random.id() }),
      ...(objectType === "gm" ? { aux_uuid: other.plain.uuid, aux_details: other.plain, aux_info: "Member" } : {}),
      ...(objectType === "device" ? { aux_id: random.integer(100_000, 999_999) } : {}),
      session: { uuid: upperId(random), login_time: new Date(loginMs).toISOString(), device_uuid: actor.deviceUuid, ip: actor.ip },
      location: actor.location,
    };
  };
}

function itemUsages(random: Random, account: Account): (index: number, timestamp: string) => Schemas["ItemUsageV2"] {
  const actions = knownValues(EVENTS_DOCUMENT, "ItemUsageAction");
  return (index, timestamp) => {
    const user = random.pick(account.users);
    const vault = random.pick(account.vaults);
    return {
      uuid: upperId(random),
      timestamp,
      used_version: random.integer(1, 40),
      vault_uuid: vault.uuid,
      item_uuid: random.pick(vault.items),
      user: user.plain,
      client: user.client,
      location: user.location,
      // Older client apps do not report the action.
      ...(index % 10 === 9 ? {} : { action: cyclic(actions, index) }),
      ...(account.msp ? { account_uuid: account.uuid } : {}),
    };
  };
}

/** Returns the category of an outcome. */
function categoryOf(type: string): string {
  if (type === "credentials_ok" || type === "mfa_ok") return "success";
  if (/^(all|anonymous|continent|country|ip)_blocked$/.test(type)) return "firewall_failed";
  if (/sso|federated/.test(type)) return "sso_failed";
  if (type.startsWith("modern_version")) return "modern_version_failed";
  return /^(password|platform)_secret/.test(type) ? "credentials_failed" : "mfa_failed";
}

function signInAttempts(random: Random, account: Account): (index: number, timestamp: string) => Schemas["SignInAttemptV2"] {
  const types = knownValues(EVENTS_DOCUMENT, "SignInType");
  return (index, timestamp) => {
    const user = random.pick(account.users);
    const type = index % 4 === 0 ? cyclic(types, index / 4) : "credentials_ok";
    const category = index % 97 === 0 ? "firewall_reported_success" : categoryOf(type);
    return {
      uuid: upperId(random),
      session_uuid: upperId(random),
      timestamp,
      category,
      type,
      country: (user.location.country ?? "").slice(0, 2).toUpperCase(),
      details: category === "firewall_failed" ? { value: user.location.country } : null,
      target_user: user.details,
      client: user.client,
      location: user.location,
      ...(account.msp ? { account_uuid: account.uuid } : {}),
    };
  };
}
