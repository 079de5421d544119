import type { ResponseHeaders } from "@keywright/core";
// Compiled with the rest of the workspace and never run: what must compile, and in narrow places what must not.
import { expectTypeOf } from "vitest";
import type { ITEM_CATEGORY_VALUES } from "../src/generated/values.ts";
import {
  type APIRequest,
  type BinaryContent,
  type CallOptions,
  createVaultClient,
  type Field,
  type File,
  type Item,
  type ItemCategory,
  type ItemOverview,
  type ItemPatch,
  type JsonPatchOperation,
  type NewItem,
  type Page,
  type Paginator,
  type HttpResponse,
  type ReplaceItemInput,
  type ServerHealth,
  type Vault,
  type VaultClient,
  type VaultOverview,
  rawFilter,
} from "../src/index.ts";

declare const vault: VaultClient;
declare const item: Item;
declare const signal: AbortSignal;
const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const itemUUID = "u32zhgb7j43k2omdbw7g2jcgsk";
const fileUUID = "orpr6rjgurmv3bna34n5hdvlgb";
const frozen: readonly string[] = ["finance"];
const newItem: NewItem = { title: "Note", vault: { id: vaultUUID }, category: "SECURE_NOTE" };

/** The client's options. */
export function options(): void {
  expectTypeOf(createVaultClient({ baseUrl: "https://vault.example.com" })).toEqualTypeOf<VaultClient>();
  createVaultClient({ baseUrl: "https://vault.example.com", token: async () => "token-1", headers: { "user-agent": "example/1" } });
  // @ts-expect-error the base address is needed
  createVaultClient({ token: "token-1" });
  // @ts-expect-error misspelt option
  createVaultClient({ baseUrl: "https://vault.example.com", tokens: "token-1" });
}

/** What each method takes first: path and query parameters by name, a body under `body`. */
export function inputs(): void {
  void vault.listVaults();
  void vault.listVaults({});
  void vault.listVaults({ filter: rawFilter('name eq "Production"') }, { signal });
  void vault.listItems({ vaultUUID, filter: rawFilter('tag eq "finance"') });
  // @ts-expect-error text from anywhere is no filter: it could change the filter's meaning
  void vault.listItems({ vaultUUID, filter: 'tag eq "finance"' });
  void vault.getFile({ vaultUUID, itemUUID, fileUUID, inline_content: true });
  // @ts-expect-error a filter without its name
  void vault.listVaults('name eq "Production"');
  // @ts-expect-error unknown query parameter
  void vault.listVaults({ filters: 'name eq "Production"' });
  // @ts-expect-error a list without pages has no limit
  void vault.listItems({ vaultUUID, limit: 10 });
  void vault.listFiles({ vaultUUID, itemUUID, inline_files: true });
  // @ts-expect-error the query parameter is true or false, not text
  void vault.listFiles({ vaultUUID, itemUUID, inline_content: "true" });
  // @ts-expect-error the content is asked for by a method without that query parameter
  void vault.getFileContent({ vaultUUID, itemUUID, fileUUID, inline_content: true });
  // @ts-expect-error the ids are needed
  void vault.getVault();
  // @ts-expect-error one of two ids is missing
  void vault.getItem({ vaultUUID });
  // @ts-expect-error misspelt id
  void vault.getItem({ vaultUUID, itemUuid: itemUUID });
  // @ts-expect-error an id is a string
  void vault.getItem({ vaultUUID, itemUUID: 26 });
  // @ts-expect-error an id is never null
  void vault.getItem({ vaultUUID: null, itemUUID });
  // @ts-expect-error an id, not the object that has one
  void vault.getItem({ vaultUUID: item.vault, itemUUID });
  // @ts-expect-error positional ids
  void vault.getItem(vaultUUID, itemUUID);
  // @ts-expect-error a read has no body
  void vault.getItem({ vaultUUID, itemUUID, body: {} });
  // @ts-expect-error a deletion has no body
  void vault.deleteItem({ vaultUUID, itemUUID, body: item });
  // @ts-expect-error the body is needed
  void vault.createItem({ vaultUUID });
  // @ts-expect-error the body's members are not parameters
  void vault.createItem({ vaultUUID, ...newItem });
}

/** The second argument, or the first where a method takes no input. */
export function callOptions(): void {
  expectTypeOf(vault.getHeartbeat).parameters.toEqualTypeOf<Parameters<(call?: CallOptions) => void>>();
  expectTypeOf(vault.getHealth).parameters.toEqualTypeOf<Parameters<(call?: CallOptions) => void>>();
  expectTypeOf(vault.getMetrics).parameters.toEqualTypeOf<Parameters<(call?: CallOptions) => void>>();
  void vault.getHeartbeat({ signal, headers: { "x-request-id": "1" } });
  void vault.raw.getHeartbeat({ signal });
  // @ts-expect-error an empty input before the options
  void vault.getHeartbeat({}, { signal });
  // @ts-expect-error the heartbeat has no parameters
  void vault.getHeartbeat({ vaultUUID });
  // @ts-expect-error call options are not input
  void vault.listVaults({ signal });
  // @ts-expect-error misspelt call option
  void vault.getVault({ vaultUUID }, { abort: signal });
  // @ts-expect-error a header's value is a string
  void vault.getVault({ vaultUUID }, { headers: { "x-depth": 1 } });
}

/** The item that is created: its request enumerations are closed. */
export function newItems(): void {
  void vault.createItem({ vaultUUID, body: newItem });
  void vault.createItem({ vaultUUID, body: { ...newItem, tags: frozen, fields: [{ type: "STRING", value: "1" }] as const } });
  void vault.createItem({
    vaultUUID,
    body: { ...newItem, fields: [{ purpose: "PASSWORD", generate: true, recipe: { length: 24, characterSets: ["DIGITS", "EMOJI"] } }] },
  });
  void vault.createItem({
    vaultUUID,
    body: {
      ...newItem,
      fields: [
        { type: "PASSKEY", value: "a type that servers may add" },
        { purpose: "", type: "STRING" },
      ],
    },
  });
  // @ts-expect-error no item is created with the category DOCUMENT
  void vault.createItem({ vaultUUID, body: { ...newItem, category: "DOCUMENT" } });
  // @ts-expect-error no item is created with the category CUSTOM
  void vault.createItem({ vaultUUID, body: { ...newItem, category: "CUSTOM" } });
  // @ts-expect-error categories are written in upper case
  void vault.createItem({ vaultUUID, body: { ...newItem, category: "login" } });
  // @ts-expect-error a category that was read may be one that cannot be created
  void vault.createItem({ vaultUUID, body: { ...newItem, category: item.category } });
  // @ts-expect-error an item that was read is not one to create: its category may be any
  void vault.createItem({ vaultUUID, body: item });
  // @ts-expect-error misspelt member
  void vault.createItem({ vaultUUID, body: { ...newItem, favourite: true } });
  // @ts-expect-error the server assigns the id
  void vault.createItem({ vaultUUID, body: { ...newItem, id: itemUUID } });
  // @ts-expect-error a vault is given as an object with its id
  void vault.createItem({ vaultUUID, body: { ...newItem, vault: vaultUUID } });
  // @ts-expect-error misspelt member of a field
  void vault.createItem({ vaultUUID, body: { ...newItem, fields: [{ purpose: "PASSWORD", generated: true }] } });
  // @ts-expect-error the purposes that can be given are known
  void vault.createItem({ vaultUUID, body: { ...newItem, fields: [{ purpose: "PIN", value: "1" }] } });
  // @ts-expect-error a value is text whatever its type
  void vault.createItem({ vaultUUID, body: { ...newItem, fields: [{ type: "DATE", value: 20240430 }] } });
  // @ts-expect-error misspelt member of a recipe
  void vault.createItem({ vaultUUID, body: { ...newItem, fields: [{ generate: true, recipe: { len: 24 } }] } });
  // @ts-expect-error JSON that is written already
  void vault.createItem({ vaultUUID, body: JSON.stringify(newItem) });
  // @ts-expect-error a title is needed
  const untitled: NewItem = { vault: { id: vaultUUID }, category: "LOGIN" };
  void untitled;
}

/** The item that replaces another: whatever was read is accepted. */
export function replacements(): void {
  expectTypeOf<Item>().toExtend<ReplaceItemInput["body"]>();
  expectTypeOf<Field>().toExtend<NonNullable<ReplaceItemInput["body"]["fields"]>[number]>();
  void vault.replaceItem({ vaultUUID, itemUUID, body: item });
  void vault.replaceItem({ vaultUUID, itemUUID, body: { ...item, tags: frozen } });
  void vault.replaceItem({ vaultUUID, itemUUID, body: { ...item, title: "New title" } });
  void vault.replaceItem({ vaultUUID, itemUUID, body: { ...item, fields: [...(item.fields ?? []), { type: "STRING", label: "cost center", value: "4711" }] } });
  void vault.replaceItem({
    vaultUUID,
    itemUUID,
    body: { vault: { id: vaultUUID }, category: "LOGIN", fields: [{ id: "password", generate: true, recipe: { length: 20 } }] },
  });
  // @ts-expect-error an item needs its vault
  void vault.replaceItem({ vaultUUID, itemUUID, body: { title: "New title", category: "LOGIN" } });
  // @ts-expect-error misspelt member
  void vault.replaceItem({ vaultUUID, itemUUID, body: { ...item, titel: "New title" } });
}

/** The operations of a patch: three, closed, two of them with a value. */
export function patches(): void {
  void vault.patchItem({ vaultUUID, itemUUID, body: [] });
  void vault.patchItem({
    vaultUUID,
    itemUUID,
    body: [
      { op: "add", path: "/fields", value: { type: "STRING" } },
      { op: "replace", path: "/favorite", value: null },
      { op: "remove", path: "/tags/1" },
    ],
  });
  expectTypeOf<JsonPatchOperation["op"]>().toEqualTypeOf<"add" | "remove" | "replace">();
  expectTypeOf<ItemPatch>().toEqualTypeOf<readonly JsonPatchOperation[]>();
  const constant = [{ op: "remove", path: "/title" }] as const;
  void vault.patchItem({ vaultUUID, itemUUID, body: constant });
  // @ts-expect-error move is no operation here
  void vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "move", path: "/title", from: "/fields/a/label" }] });
  // @ts-expect-error test is no operation here
  void vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "test", path: "/title", value: "a" }] });
  // @ts-expect-error add needs a value
  void vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "add", path: "/title" }] });
  // @ts-expect-error replace needs a value
  void vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "replace", path: "/title" }] });
  // @ts-expect-error remove has no value
  void vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "remove", path: "/title", value: "a" }] });
  // @ts-expect-error a path is needed
  void vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "remove" }] });
  // @ts-expect-error a path is text, not a list of its parts
  void vault.patchItem({ vaultUUID, itemUUID, body: [{ op: "remove", path: ["fields", "a"] }] });
  // @ts-expect-error a patch is a list, also of one operation
  void vault.patchItem({ vaultUUID, itemUUID, body: { op: "remove", path: "/title" } });
}

/** What each method gives. */
export function values(): void {
  expectTypeOf(vault.listVaults).returns.toEqualTypeOf<Promise<VaultOverview[]>>();
  expectTypeOf(vault.getVault).returns.toEqualTypeOf<Promise<Vault>>();
  expectTypeOf(vault.listItems).returns.toEqualTypeOf<Promise<ItemOverview[]>>();
  expectTypeOf(vault.createItem).returns.toEqualTypeOf<Promise<Item>>();
  expectTypeOf(vault.getItem).returns.toEqualTypeOf<Promise<Item>>();
  expectTypeOf(vault.replaceItem).returns.toEqualTypeOf<Promise<Item>>();
  expectTypeOf(vault.patchItem).returns.toEqualTypeOf<Promise<Item>>();
  expectTypeOf(vault.deleteItem).returns.toEqualTypeOf<Promise<void>>();
  expectTypeOf(vault.listFiles).returns.toEqualTypeOf<Promise<File[]>>();
  expectTypeOf(vault.getFile).returns.toEqualTypeOf<Promise<File>>();
  expectTypeOf(vault.getFileContent).returns.toEqualTypeOf<Promise<BinaryContent>>();
  expectTypeOf(vault.listActivity).returns.toEqualTypeOf<Paginator<APIRequest, number>>();
  expectTypeOf(vault.getHeartbeat).returns.toEqualTypeOf<Promise<string>>();
  expectTypeOf(vault.getHealth).returns.toEqualTypeOf<Promise<ServerHealth>>();
  expectTypeOf(vault.getMetrics).returns.toEqualTypeOf<Promise<string>>();
}

/** What each method gives by raw. */
export function rawValues(): void {
  expectTypeOf(vault.raw.listVaults).returns.toEqualTypeOf<Promise<HttpResponse<VaultOverview[]>>>();
  expectTypeOf(vault.raw.getVault).returns.toEqualTypeOf<Promise<HttpResponse<Vault>>>();
  expectTypeOf(vault.raw.listItems).returns.toEqualTypeOf<Promise<HttpResponse<ItemOverview[]>>>();
  expectTypeOf(vault.raw.createItem).returns.toEqualTypeOf<Promise<HttpResponse<Item>>>();
  expectTypeOf(vault.raw.getItem).returns.toEqualTypeOf<Promise<HttpResponse<Item>>>();
  expectTypeOf(vault.raw.replaceItem).returns.toEqualTypeOf<Promise<HttpResponse<Item>>>();
  expectTypeOf(vault.raw.patchItem).returns.toEqualTypeOf<Promise<HttpResponse<Item>>>();
  expectTypeOf(vault.raw.deleteItem).returns.toEqualTypeOf<Promise<HttpResponse<void>>>();
  expectTypeOf(vault.raw.listFiles).returns.toEqualTypeOf<Promise<HttpResponse<File[]>>>();
  expectTypeOf(vault.raw.getFile).returns.toEqualTypeOf<Promise<HttpResponse<File>>>();
  expectTypeOf(vault.raw.getFileContent).returns.toEqualTypeOf<Promise<HttpResponse<BinaryContent>>>();
  expectTypeOf(vault.raw.listActivity).returns.toEqualTypeOf<Promise<HttpResponse<APIRequest[]>>>();
  expectTypeOf(vault.raw.getHeartbeat).returns.toEqualTypeOf<Promise<HttpResponse<string>>>();
  expectTypeOf(vault.raw.getHealth).returns.toEqualTypeOf<Promise<HttpResponse<ServerHealth>>>();
  expectTypeOf(vault.raw.getMetrics).returns.toEqualTypeOf<Promise<HttpResponse<string>>>();
  expectTypeOf<keyof VaultClient["raw"]>().toEqualTypeOf<Exclude<keyof VaultClient, "raw">>();
  expectTypeOf<HttpResponse<Item>>().toEqualTypeOf<{ readonly status: number; readonly ok: boolean; readonly headers: ResponseHeaders; readonly body: Item }>();
  // @ts-expect-error raw takes the same input
  void vault.raw.getItem({ vaultUUID });
}

/** The activity, walked by records or by pages. */
export async function walks(): Promise<void> {
  const activity = vault.listActivity({ limit: 50, offset: 100 }, { signal });
  for await (const record of activity) expectTypeOf(record).toEqualTypeOf<APIRequest>();
  for await (const page of activity.pages()) {
    expectTypeOf(page).toEqualTypeOf<Page<APIRequest, number>>();
    expectTypeOf(page.items).toEqualTypeOf<readonly APIRequest[]>();
    expectTypeOf(page.resumeAt).toEqualTypeOf<number>();
    vault.listActivity({ offset: page.resumeAt });
    // @ts-expect-error a page's items are only read
    page.items.push();
  }
  expectTypeOf(await activity.toArray({ max: 1000 })).toEqualTypeOf<APIRequest[]>();
  // @ts-expect-error how many are expected must be said
  void activity.toArray();
  // @ts-expect-error how many are expected must be said
  void activity.toArray({});
  // @ts-expect-error a walk is iterated, not awaited for its records
  void (await activity).length;
  // @ts-expect-error a position is a number
  vault.listActivity({ offset: "100" });
  // @ts-expect-error a limit is a number
  vault.listActivity({ limit: "50" });
  // @ts-expect-error unknown query parameter
  vault.listActivity({ cursor: "a" });
}

/** Values that were read: their enumerations are open, and editors still offer the known values. */
export function openEnumerations(): void {
  expectTypeOf<Item["category"]>().toEqualTypeOf<ItemCategory>();
  expectTypeOf<ItemCategory>().toEqualTypeOf<(typeof ITEM_CATEGORY_VALUES)[number] | (string & {})>();
  expectTypeOf<ItemCategory>().not.toEqualTypeOf<string>();
  expectTypeOf<Extract<ItemCategory, "LOGIN" | "DOCUMENT" | "CUSTOM">>().toEqualTypeOf<"LOGIN" | "DOCUMENT" | "CUSTOM">();
  expectTypeOf<string>().toExtend<ItemCategory>();
  const read: Item = {
    id: itemUUID,
    vault: { id: vaultUUID },
    category: "CRYPTO_WALLET",
    state: "SUSPENDED",
    fields: [{ id: "a", type: "PASSKEY", purpose: "PIN" }],
  };
  expectTypeOf(read.category).toEqualTypeOf<ItemCategory>();
  const record: APIRequest = { action: "EXPORT", result: "DEFERRED", actor: {}, resource: { type: "ACCOUNT" } };
  expectTypeOf(record.action).toExtend<string>();
  const health: ServerHealth = { name: "a", version: "1", dependencies: [{ service: "sync", status: "DEGRADED" }] };
  expectTypeOf(health.version).toEqualTypeOf<string>();
  // @ts-expect-error open means any string, not any value
  const numbered: ItemCategory = 1;
  void numbered;
}
