import type { components } from "@keywright/vault/schema";
import type { Random } from "../core/random.ts";
import type { Exchange, RequestFacts } from "../core/service.ts";
import type { VaultActor } from "./access.ts";
import type { VaultStore, VaultToken } from "./store.ts";

type Schemas = components["schemas"];

const ACTIONS: { readonly [method: string]: string } = { POST: "CREATE", PUT: "UPDATE", PATCH: "UPDATE", DELETE: "DELETE" };

/** What handlers found out about the item of a request: the answer does not always tell. */
const touched = new WeakMap<RequestFacts, { readonly id: string; readonly version: number }>();

/** Notes the item that a request is about, for its record. */
export function noteItem(request: RequestFacts, { id, version }: { readonly id: string; readonly version: number }): void {
  touched.set(request, { id, version });
}

/** Records a request and counts it. Those that need no token (heartbeat, health, metrics) are counted alone: nobody made them, on nothing. */
export function recordExchange(exchange: Exchange<VaultActor>, { store, random }: { readonly store: VaultStore; readonly random: Random }): void {
  const { operation, request, reply } = exchange;
  store.countRequest(request.method, reply.status);
  if (operation.security === undefined) return;
  const record = {
    requestID: random.uuid(),
    timestamp: timestampOf(exchange.at),
    action: ACTIONS[operation.method] ?? "READ",
    // Not shown in the material; chosen: whatever was refused is DENY, an item that does not exist among it.
    result: reply.status < 400 ? "SUCCESS" : "DENY",
    actor: actorOf(exchange, store),
    resource: resourceOf(exchange),
  };
  // Not shown in the material; chosen: reading the activity is recorded like everything, and shows from the next other request, or the next first page, on. Each
  // page would otherwise move the list by one, and who reads until a page is empty would never come to an end.
  if (operation.id === "listActivity" && reply.status < 400) store.holdActivity(record);
  else store.recordActivity(record);
}

let stamped = { atMs: Number.NaN, text: "" };

/** The same text for all of a millisecond: long records take less memory. */
function timestampOf(at: Date): string {
  const atMs = at.getTime();
  if (stamped.atMs !== atMs) stamped = { atMs, text: at.toISOString() };
  return stamped.text;
}

/** How each token acted last. */
const acted = new WeakMap<VaultToken, Schemas["ActivityActor"]>();

/** Who asks again in the same way is the same object in each record. */
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
  const itemId = found?.id ?? wellFormed(itemUUID);
  const vaultId = wellFormed(vaultUUID);
  return {
    type: itemUUID === undefined && found === undefined ? "VAULT" : "ITEM",
    ...(vaultId === undefined ? {} : { vault: { id: vaultId } }),
    ...(itemId === undefined ? {} : { item: { id: itemId } }),
    ...(found === undefined ? {} : { itemVersion: found.version }),
  };
}

/** An id as it was sent; `undefined` where it has not the form of one, which a record could not show. */
function wellFormed(id: string | undefined): string | undefined {
  return id !== undefined && /^[\da-z]{26}$/.test(id) ? id : undefined;
}

/** A page of the activity, the newest first, and its `Content-Range`. */
export function activityPage(
  store: VaultStore,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly records: Schemas["APIRequest"][]; readonly range: string } {
  if (offset === 0) store.showHeldActivity();
  const { activity } = store;
  const end = Math.max(0, activity.length - offset);
  const records = activity.slice(Math.max(0, end - limit), end).reverse();
  // Counted from 1 (public material). Not shown; chosen: an empty page has a star, as RFC 9110 §14.4 has for no range.
  const range = records.length === 0 ? `*/${activity.length}` : `${offset + 1}-${offset + records.length}/${activity.length}`;
  return { records, range };
}
