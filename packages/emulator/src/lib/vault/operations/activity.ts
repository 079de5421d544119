import { defined } from "../../core/values/json.ts";
import type { components } from "@keywright/vault/schema";
import type { Random } from "../../core/values/random.ts";
import type { Exchange, RequestFacts } from "../../core/service/service.ts";
import type { VaultActor } from "./access.ts";
import type { VaultStore, VaultToken } from "../state/store.ts";

type Schemas = components["schemas"];

const ACTIONS: { readonly [method: string]: string } = { POST: "CREATE", PUT: "UPDATE", PATCH: "UPDATE", DELETE: "DELETE" };

/** The item of each request, which the response does not always show. */
const touched = new WeakMap<RequestFacts, { readonly id: string; readonly version: number }>();

/** Stores the item of a request for its record. */
export function noteItem(request: RequestFacts, { id, version }: { readonly id: string; readonly version: number }): void {
  touched.set(request, { id, version });
}

/** Counts a request, and records it unless it needs no token (heartbeat, health, metrics). */
export function recordExchange(exchange: Exchange<VaultActor>, { store, random }: { readonly store: VaultStore; readonly random: Random }): void {
  const { operation, request, reply } = exchange;
  store.countRequest(request.method, reply.status);
  if (operation.security === undefined) return;
  const record = {
    requestID: random.uuid(),
    timestamp: timestampOf(exchange.endedAt),
    action: ACTIONS[operation.method] ?? "READ",
    result: reply.status < 400 ? "SUCCESS" : "DENY",
    actor: actorOf(exchange, store),
    resource: resourceOf(exchange),
  };
  // If each page added a record at once, reading until a page is empty would never end.
  if (operation.id === "listActivity" && reply.status < 400) store.holdActivity(record);
  else store.recordActivity(record);
}

let stamped = { atMs: Number.NaN, text: "" };

/** Returns the same string within a millisecond, to save memory. */
function timestampOf(time: Date): string {
  const atMs = time.getTime();
  if (stamped.atMs !== atMs) stamped = { atMs, text: time.toISOString() };
  return stamped.text;
}

const acted = new WeakMap<VaultToken, Schemas["ActivityActor"]>();

/** Returns the same object for the same actor, to save memory. */
function actorOf({ actor, request: { ip, userAgent } }: Exchange<VaultActor>, { server: { id } }: VaultStore): Schemas["ActivityActor"] {
  const agent = userAgent === undefined ? {} : { userAgent };
  const token = actor?.token;
  if (token === undefined) return { id, ...agent, ip };
  const last = acted.get(token);
  if (last?.ip === ip && last.userAgent === userAgent && last.id === id) return last;
  const { account, jti } = token;
  const now = { id, account, jti, ...agent, ip };
  acted.set(token, now);
  return now;
}

const VAULTS: Schemas["ActivityResource"] = { type: "VAULT" };

function resourceOf({ request }: Exchange<VaultActor>): Schemas["ActivityResource"] {
  const { vaultUUID, itemUUID } = request.pathParameters;
  const found = touched.get(request);
  if (vaultUUID === undefined && found === undefined) return VAULTS;
  const [vaultId, itemId] = [wellFormed(vaultUUID), found?.id ?? wellFormed(itemUUID)];
  return defined({
    type: itemUUID === undefined && found === undefined ? "VAULT" : "ITEM",
    vault: vaultId === undefined ? undefined : { id: vaultId },
    item: itemId === undefined ? undefined : { id: itemId },
    itemVersion: found?.version,
  });
}

/** Returns an id as sent; `undefined` if malformed, because a record cannot contain it. */
function wellFormed(id: string | undefined): string | undefined {
  return id !== undefined && /^[\da-z]{26}$/.test(id) ? id : undefined;
}

/** Returns a page of the activity, the newest first, and its `Content-Range`. */
export function activityPage(
  store: VaultStore,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly records: Schemas["APIRequest"][]; readonly range: string } {
  if (offset === 0) store.showHeldActivity();
  const { activity } = store;
  const end = Math.max(0, activity.length - offset);
  const records = activity.slice(Math.max(0, end - limit), end).reverse();
  // Counted from 1. An empty page has a star, as RFC 9110 §14.4 has for no range.
  const range = records.length === 0 ? `*/${activity.length}` : `${offset + 1}-${offset + records.length}/${activity.length}`;
  return { records, range };
}
