import type { operations } from "@keywright/vault/schema";
import type { Handlers } from "../core/service/service.ts";
import { openFile, openItem, openVault, type VaultActor, type VaultContext, vaultsInScope } from "./operations/access.ts";
import { activityPage, noteItem } from "./operations/activity.ts";
import { contentOf, dispositionOf, inlineFiles } from "./operations/files.ts";
import { fits, ITEM_FILTER, parseFilter, VAULT_FILTER } from "./operations/filter.ts";
import { writeItem, type WriteContext } from "./items/item-input.ts";
import { patchItem } from "./items/item-patch.ts";
import { writeMetrics } from "./operations/metrics.ts";
import { validOr400 } from "./operations/error-responses.ts";
import type { StoredItem, VaultStore } from "./state/store.ts";
import { fileView, itemOverview, itemView, vaultView } from "./state/views.ts";

/** The operations of the vault server. They are synchronous, so each write sees the one before. */
export const handlers: Handlers<operations, VaultStore, VaultActor> = {
  listVaults({ query }, context) {
    const parsed = validOr400(() => ({ filter: query.filter === undefined ? undefined : parseFilter(query.filter, VAULT_FILTER) }));
    if ("status" in parsed) return parsed;
    const { filter } = parsed;
    const vaults = vaultsInScope(context).filter(({ name }) => filter === undefined || fits(filter, name));
    return { status: 200, body: vaults.map(({ id, name }) => ({ id, name })) };
  },

  getVault({ path }, context) {
    const opened = openVault(path, context);
    return "status" in opened ? opened : { status: 200, body: vaultView(opened.vault, context.store) };
  },

  listItems({ path, query }, context) {
    const opened = openVault(path, context);
    if ("status" in opened) return opened;
    const parsed = validOr400(() => ({ filter: query.filter === undefined ? undefined : parseFilter(query.filter, ITEM_FILTER) }));
    if ("status" in parsed) return parsed;
    const { filter } = parsed;
    const wanted = ({ title = "", tags }: StoredItem) =>
      filter === undefined || (filter.attribute === "tag" ? tags.some((tag) => fits(filter, tag)) : fits(filter, title));
    const items = context.store.items.list((item) => item.vaultId === opened.vault.id && wanted(item));
    return { status: 200, body: items.map(itemOverview) };
  },

  createItem({ path, body }, context) {
    const opened = openVault(path, context);
    if ("status" in opened) return opened;
    const written = validOr400(() => writeItem(body, undefined, writeContext(opened.vault.id, context)));
    if ("status" in written) return written;
    context.store.items.insert(written);
    return changed(written, context);
  },

  getItem({ path }, context) {
    const opened = openItem(path, context);
    if ("status" in opened) return opened;
    noteItem(context.request, opened.item);
    return { status: 200, body: itemView(opened.item, context.now()) };
  },

  replaceItem({ path, body }, context) {
    const opened = openItem(path, context);
    if ("status" in opened) return opened;
    noteItem(context.request, opened.item);
    const written = validOr400(() => writeItem(body, opened.item, writeContext(opened.item.vaultId, context)));
    if ("status" in written) return written;
    context.store.items.replace(written);
    return changed(written, context, opened.item);
  },

  patchItem({ path, body }, context) {
    const opened = openItem(path, context);
    if ("status" in opened) return opened;
    const { item } = opened;
    noteItem(context.request, item);
    const patched = validOr400(() => patchItem(item, body, writeContext(item.vaultId, context)));
    if ("status" in patched) return patched;
    if (patched === item) return { status: 200, body: itemView(item, context.now()) };
    context.store.items.replace(patched);
    return changed(patched, context, item);
  },

  deleteItem({ path }, context) {
    const opened = openItem(path, context);
    if ("status" in opened) return opened;
    noteItem(context.request, opened.item);
    context.store.items.delete(opened.item.id);
    context.store.touchVault(opened.item.vaultId, context.now().toISOString());
    return { status: 204 };
  },

  listFiles({ path, query }, context) {
    const opened = openItem(path, context);
    if ("status" in opened) return opened;
    const { item } = opened;
    noteItem(context.request, item);
    if (!wantsContent(query)) return { status: 200, body: item.files.map((file) => fileView(item, file)) };
    const inline = inlineFiles(item, item.files, context.store.server);
    return "status" in inline ? inline : { status: 200, body: inline.files };
  },

  getFile({ path, query }, context) {
    const opened = openFile(path, context);
    if ("status" in opened) return opened;
    const { item, file } = opened;
    noteItem(context.request, item);
    if (!wantsContent(query)) return { status: 200, body: fileView(item, file) };
    const inline = inlineFiles(item, [file], context.store.server);
    return "status" in inline ? inline : { status: 200, body: inline.files[0] ?? fileView(item, file) };
  },

  getFileContent({ path }, context) {
    const opened = openFile(path, context);
    if ("status" in opened) return opened;
    noteItem(context.request, opened.item);
    return { status: 200, body: contentOf(opened.file), headers: { "content-disposition": dispositionOf(opened.file) } };
  },

  listActivity({ query }, { store }) {
    const { limit = 50, offset = 0 } = query;
    const { records, range } = activityPage(store, { limit, offset });
    return { status: 200, body: records, headers: { "content-range": range } };
  },

  getHeartbeat: () => ({ status: 200, body: "." }),

  getHealth(_input, { store }) {
    const { name, version, dependencies } = store.server;
    return { status: 200, body: { name, version, dependencies: [...dependencies] } };
  },

  getMetrics: (_input, { store }) => ({ status: 200, body: writeMetrics(store) }),
};

/** The parameter has two names. */
function wantsContent({ inline_content, inline_files }: NonNullable<operations["listFiles"]["parameters"]["query"]>): boolean {
  return inline_content === true || inline_files === true;
}

function writeContext(vaultId: string, { random, now, actor }: VaultContext): WriteContext {
  return { vaultId, random, now: now(), account: actor.token?.account ?? "" };
}

/** Completes a write. Some servers return the item with the version from before. */
function changed(
  item: StoredItem,
  { store, now, request }: VaultContext,
  before: StoredItem = item,
): { readonly status: 200; readonly body: ReturnType<typeof itemView> } {
  store.touchVault(item.vaultId, item.updatedAt);
  noteItem(request, item);
  const { version } = store.server.writesReturnOldVersion === true ? before : item;
  return { status: 200, body: { ...itemView(item, now()), version } };
}
