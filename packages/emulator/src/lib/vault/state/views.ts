import { TOTP, URI } from "otpauth";
import type { components } from "@keywright/vault/schema";
import type { StoredFile, StoredItem, StoredVault, VaultStore } from "./store.ts";

type Schemas = components["schemas"];

/** Returns a vault with its number of active items, without archived ones. */
export function vaultView(vault: StoredVault, store: VaultStore): Schemas["Vault"] {
  return { ...vault, items: store.items.list(({ vaultId, state }) => vaultId === vault.id && state === undefined).length };
}

/** Returns an item of a list, without fields and sections. Of empty properties, only tags stay. */
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

/** Returns a whole item, with the one-time codes at a time. */
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

/** Returns a file without its content. `content_path` begins with a slash. */
export function fileView(item: StoredItem, { id, name, size, section }: StoredFile): Schemas["File"] {
  return {
    id,
    name,
    ...(size === undefined ? {} : { size }),
    content_path: `/v1/vaults/${item.vaultId}/items/${item.id}/files/${id}/content`,
    ...(section === undefined ? {} : { section }),
  };
}

/**
 * Returns the one-time code at a time (RFC 6238); `undefined` if the value is not a valid address.
 *
 * @param value An `otpauth://totp/` address.
 */
function oneTimeCode(value: string, now: Date): string | undefined {
  // Limits the length of the address and of the code, which `digits` defines.
  if (!value.startsWith("otpauth://totp/") || value.length > 2048) return undefined;
  try {
    const totp = URI.parse(value);
    if (!(totp instanceof TOTP) || totp.digits < 6 || totp.digits > 10 || totp.period < 1) return undefined;
    return totp.generate({ timestamp: now.getTime() });
  } catch {
    return undefined; // The service does not reject invalid values of this type.
  }
}
