import type { components } from "@keywright/vault/schema";
import type { Random } from "../../core/values/random.ts";
import { readFields } from "./field-input.ts";
import type { StoredFile, StoredItem } from "../state/store.ts";

type Schemas = components["schemas"];

/** A vault of a seed. */
export interface VaultDraft {
  /** 26 lower-case letters or digits. Default: generated. */
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
  /** Type of the vault. Default: `USER_CREATED`. */
  readonly type?: Schemas["VaultType"];
  /** Whether the token can open it. Default: true. */
  readonly inScope?: boolean;
  /** Number of logins, or the items. Default: none. */
  readonly items?: number | readonly ItemDraft[];
}

/** An item of a seed. */
export interface ItemDraft {
  /** 26 lower-case letters or digits. Default: generated. */
  readonly id?: string;
  readonly title: string;
  /** Any known category, including those that clients cannot create. */
  readonly category: Schemas["ItemCategory"];
  readonly urls?: readonly Schemas["ItemUrl"][];
  readonly favorite?: boolean;
  readonly tags?: readonly string[];
  readonly fields?: readonly Schemas["NewField"][];
  readonly sections?: readonly Schemas["Section"][];
  readonly files?: readonly FileDraft[];
  /** State, such as `ARCHIVED`. Default: active. */
  readonly state?: Schemas["ItemState"];
}

/** A file of a seed. */
export interface FileDraft {
  /** 26 lower-case letters or digits. Default: generated. */
  readonly id?: string;
  readonly name: string;
  /** Content as text. Default: empty. */
  readonly text?: string;
  /** Content as bytes in Base64. */
  readonly contentBase64?: string;
  /** Whether the server knows its size. Default: true. */
  readonly sizeKnown?: boolean;
  readonly section?: Schemas["SectionReference"];
}

/** The vault and account of an item. */
export interface DraftContext {
  readonly vaultId: string;
  readonly account: string;
  readonly random: Random;
  /** RFC 3339. */
  readonly createdAt: string;
}

/** Returns the stored item of a draft. */
export function storedItem(draft: ItemDraft, { vaultId, account, random, createdAt }: DraftContext): StoredItem {
  const { id = random.id(), title, category, urls = [], favorite = false, tags = [], fields = [], sections = [], files = [], state } = draft;
  return {
    id,
    vaultId,
    title,
    category,
    urls,
    favorite,
    tags,
    version: 1,
    ...(state === undefined ? {} : { state }),
    fields: readFields(fields, sections, [], random),
    sections,
    files: files.map((file) => storedFile(file, random)),
    createdAt,
    updatedAt: createdAt,
    lastEditedBy: account,
  };
}

/** Returns the stored file of a draft. */
export function storedFile({ id, name, text = "", contentBase64, sizeKnown = true, section }: FileDraft, random: Random): StoredFile {
  const content = contentBase64 === undefined ? Buffer.from(text) : Buffer.from(contentBase64, "base64");
  return {
    id: id ?? random.id(),
    name,
    ...(sizeKnown ? { size: content.length } : {}),
    ...(section === undefined ? {} : { section }),
    contentBase64: content.toString("base64"),
  };
}
