import type { FileDraft, ItemDraft } from "../../../generated/seed.ts";
import { base64Length, normalizeBase64, toBase64, utf8 } from "../../core/bytes/bytes.ts";
import type { Random } from "../../core/values/random.ts";
import { readFields } from "./field-input.ts";
import type { StoredFile, StoredItem } from "../state/store.ts";

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
  const content = contentBase64 === undefined ? toBase64(utf8(text)) : normalizeBase64(contentBase64);
  if (content === undefined) throw new TypeError(`contentBase64 of the file ${name} must be Base64`);
  return {
    id: id ?? random.id(),
    name,
    ...(sizeKnown ? { size: base64Length(content) } : {}),
    ...(section === undefined ? {} : { section }),
    contentBase64: content,
  };
}
