import type { components } from "@keywright/vault/schema";
import type { StoredFile, StoredItem, StoredVault, VaultStore } from "./store.ts";
import { oneTimeCode } from "./totp.ts";

type Schemas = components["schemas"];

/** A vault with the number of its active items. Not shown in the material; chosen: an archived item is listed, and not counted. */
export function vaultView(vault: StoredVault, store: VaultStore): Schemas["Vault"] {
  return { ...vault, items: store.items.list(({ vaultId, state }) => vaultId === vault.id && state === undefined).length };
}

/** An item without its fields and sections, as the list shows it. What it has none of is absent, but for tags. */
export function itemOverview(item: StoredItem): Schemas["ItemOverview"] {
  const { id, title, vaultId, category, urls, favorite, tags, version, state, files, createdAt, updatedAt, lastEditedBy } = item;
  return {
    id,
    ...(title === undefined ? {} : { title }),
    vault: { id: vaultId },
    category,
    ...(urls.length > 0 ? { urls: [...urls] } : {}),
    favorite,
    tags: [...tags],
    version,
    ...(state === undefined ? {} : { state }),
    ...(files.length > 0 ? { files: files.map((file) => fileView(item, file)) } : {}),
    createdAt,
    updatedAt,
    lastEditedBy,
  };
}

/** An item with everything, and the one-time codes of a time. */
export function itemView(item: StoredItem, now: Date): Schemas["Item"] {
  const { fields, sections } = item;
  return {
    ...itemOverview(item),
    fields: fields.map((field) => {
      const totp = field.type === "OTP" ? oneTimeCode(field.value ?? "", now) : undefined;
      return totp === undefined ? field : { ...field, totp };
    }),
    ...(sections.length > 0 ? { sections: [...sections] } : {}),
  };
}

/** A file without its content. Not shown in the material; chosen: `content_path` begins with a slash, though it is seen without one too. */
export function fileView(item: StoredItem, { id, name, size, section }: StoredFile): Schemas["File"] {
  return {
    id,
    name,
    ...(size === undefined ? {} : { size }),
    content_path: `/v1/vaults/${item.vaultId}/items/${item.id}/files/${id}/content`,
    ...(section === undefined ? {} : { section }),
  };
}
