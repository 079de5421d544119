import type { components } from "@keywright/vault/schema";
import type { Random } from "../core/random.ts";
import { readFields } from "./field-input.ts";
import type { StoredFile, StoredItem } from "./store.ts";

type Schemas = components["schemas"];

/** A vault for a state of your own. */
export interface VaultDraft {
  /** 26 lower-case letters or digits. Default: made up. */
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
  /** Default: `USER_CREATED`. */
  readonly type?: Schemas["VaultType"];
  /** Whether the token opens it. Default: true. */
  readonly inScope?: boolean;
  /** Default: none. */
  readonly items?: readonly ItemDraft[];
}

/** An item for a state of your own: what a client would send, and what only the server has. */
export interface ItemDraft {
  /** 26 lower-case letters or digits. Default: made up. */
  readonly id?: string;
  readonly title: string;
  /** Any known category, those that clients cannot create too. */
  readonly category: Schemas["ItemCategory"];
  readonly urls?: readonly Schemas["ItemUrl"][];
  readonly favorite?: boolean;
  readonly tags?: readonly string[];
  readonly fields?: readonly Schemas["NewField"][];
  readonly sections?: readonly Schemas["Section"][];
  readonly files?: readonly FileDraft[];
  /** Such as `ARCHIVED`. Default: active. */
  readonly state?: Schemas["ItemState"];
}

/** A file for a state of your own. */
export interface FileDraft {
  /** 26 lower-case letters or digits. Default: made up. */
  readonly id?: string;
  readonly name: string;
  /** The content: text, or bytes in Base64. Default: empty. */
  readonly text?: string;
  readonly contentBase64?: string;
  /** Whether the server says how large it is. Default: true. */
  readonly sizeKnown?: boolean;
  readonly section?: Schemas["SectionReference"];
}

/** What an item of a draft belongs to. */
export interface DraftContext {
  readonly vaultId: string;
  readonly account: string;
  readonly random: Random;
  /** RFC 3339. */
  readonly createdAt: string;
}

/** Makes an item of a draft, as the server keeps it. */
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

/** Makes a file of a draft. */
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
