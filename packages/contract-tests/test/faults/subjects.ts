import type { CallOptions, ClientOptions } from "@keywright/core";
import { createEventsClient, type EventsClient } from "@keywright/events";
import { createManagementClient, type ManagementClient } from "@keywright/management";
import { createVaultClient, type VaultClient } from "@keywright/vault";
import { SENTINELS } from "./secrets.ts";

/** The three clients, each at the same address with the same options. */
export interface Clients {
  readonly vault: VaultClient;
  readonly management: ManagementClient;
  readonly events: EventsClient;
}

/** Makes the three clients. */
export function createClients(options: ClientOptions): Clients {
  return { vault: createVaultClient(options), management: createManagementClient(options), events: createEventsClient(options) };
}

/** A call that the tests make, with what the server has to answer. */
export interface Subject {
  readonly name: string;
  /** The body of a good answer. */
  readonly answer: unknown;
  call(clients: Clients, options?: CallOptions): Promise<unknown>;
  /** What the call returns for a good answer. */
  readonly result: unknown;
}

/** The ids that the calls ask for. */
export const IDS = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" } as const;

/** An item as the service gives it. */
export const ITEM = {
  id: IDS.itemUUID,
  title: "Finance portal",
  vault: { id: IDS.vaultUUID },
  category: "LOGIN",
  version: 8,
  fields: [
    { id: "username", purpose: "USERNAME", type: "STRING", label: "username", value: "finance-lead" },
    { id: "password", purpose: "PASSWORD", type: "CONCEALED", label: "password", value: SENTINELS.answeredValue },
  ],
  createdAt: "2024-01-15T09:30:00Z",
  updatedAt: "2024-05-02T10:15:00Z",
};

/** A page of audit events; the ids count from `first`. */
export function eventPage(
  first: number,
  count: number,
  cursor: string,
  more: boolean,
): { readonly items: readonly { readonly uuid: string }[]; readonly cursor: string; readonly has_more: boolean } {
  const items = Array.from({ length: count }, (_, index) => ({
    uuid: `EVENT${String(first + index).padStart(8, "0")}`,
    timestamp: "2024-05-02T10:15:00Z",
    action: "update",
  }));
  return { items, cursor, has_more: more };
}

const EVENTS = eventPage(0, 5, "the-position-behind", false);

const getItem: Subject = {
  name: "getItem",
  answer: ITEM,
  call: ({ vault }, options) => vault.getItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID }, options),
  result: ITEM,
};

const listAuditEvents: Subject = {
  name: "listAuditEvents",
  answer: EVENTS,
  call: ({ events }, options) => events.listAuditEvents({ cursor: SENTINELS.cursor }, options).toArray({ max: 10 }),
  result: EVENTS.items,
};

// Each write differs from all others, so that a server can tell a repetition.
let written = 0;

const createItem: Subject = {
  name: "createItem",
  answer: ITEM,
  call({ vault }, options) {
    const field = { id: "password", type: "CONCEALED" as const, label: `number ${(written += 1)}`, value: SENTINELS.fieldValue };
    return vault.createItem(
      { vaultUUID: IDS.vaultUUID, body: { vault: { id: IDS.vaultUUID }, category: "LOGIN", title: "Finance portal", fields: [field] } },
      options,
    );
  },
  result: ITEM,
};

const patchItem: Subject = {
  name: "patchItem",
  answer: ITEM,
  call({ vault }, options) {
    const change = { op: "add" as const, path: `/fields/number-${(written += 1)}/value`, value: SENTINELS.fieldValue };
    return vault.patchItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID, body: [change] }, options);
  },
  result: ITEM,
};

/** Reads, of which one pages by POST. */
export const READS: readonly [Subject, Subject] = [getItem, listAuditEvents];

/** Writes. */
export const WRITES: readonly Subject[] = [createItem, patchItem];

/** A write without a body in its answer. */
export const DELETE: Subject = {
  name: "deleteItem",
  answer: undefined,
  call: ({ vault }, options) => vault.deleteItem({ vaultUUID: IDS.vaultUUID, itemUUID: IDS.itemUUID }, options),
  result: undefined,
};

/** Calls whose answers are no JSON, or none. */
export const OTHERS: readonly Omit<Subject, "result">[] = [
  { name: "getFileContent", answer: "", call: ({ vault }, options) => vault.getFileContent(IDS, options) },
  { name: "getHeartbeat", answer: "", call: ({ vault }, options) => vault.getHeartbeat(options) },
  { name: "fireSignal", answer: "", call: ({ management }, options) => management.fireSignal({ href: "/signals/1" }, options) },
];
