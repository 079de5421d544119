import type { CallOptions } from "@keywright/core";
import type { File, GetFileContentInput, Item } from "../../generated/client.ts";
import { checkParts } from "../check-parts.ts";
import { LookupError } from "../errors.ts";
import { type FileClient, fileBytes } from "../files/file-content.ts";
import { inSection } from "../items/find-field.ts";
import { listed, onlyOne, quoted } from "../only-one.ts";
import type { ReferenceClient } from "./reference-places.ts";
import { type Result, resultOf } from "./result.ts";
import type { SecretLocation } from "./secret-reference.ts";

/** Certificates, keys and key stores are far smaller; values are kept in memory. */
const MAX_BYTES = 4 * 2 ** 20;

/** The bytes of files, or why there are none, by id. */
export type FileContents = ReadonlyMap<string, Result<Uint8Array>>;

/** An item, and the files of it that references lead to. */
export interface ItemRead {
  readonly item: Item;
  readonly contents: FileContents;
}

/**
 * Returns the file that a reference leads to, by name or id; `undefined` if it leads to a field,
 * which comes first, or if the item has no files.
 *
 * @throws LookupError `not-found`, which lists fields and files; `ambiguous`.
 */
export function fileAt(item: Item, { section, field: name, attribute }: SecretLocation, by: string): File | undefined {
  if (attribute === "otp" || attribute === "fields") return undefined;
  const fields = inSection(item, section, by).fields ?? [];
  checkParts(by, "item", item, ["files"]);
  if (!item.files?.length) return undefined;
  const labels = new Map(item.sections?.map(({ id, label }) => [id, label]));
  const files = item.files.filter(({ section: own }) => section === undefined || (own && [own.id, labels.get(own.id)].includes(section)));
  if (files.length === 0 || fields.some(({ id, label }) => id === name || label === name)) return undefined;
  const known = [...fields.map(({ id, label }) => label || id), ...files.map((file) => file.name ?? file.id)];
  return onlyOne(
    files.filter((file) => file.id === name || file.name === name),
    {
      by,
      sought: `field or file with the name ${quoted(name)}`,
      where: `item ${item.id}`,
      advice: () => `there are ${listed(known.map(quoted))}`,
      show: ({ id }) => id,
    },
  );
}

/** Reads the files of an item that references lead to, each once. */
export async function readContents(
  client: ReferenceClient,
  vaultUUID: string,
  item: Item,
  places: readonly SecretLocation[],
  { by, call, limit }: { readonly by: string; readonly call: CallOptions; limit(read: () => Promise<Uint8Array>): Promise<Uint8Array> },
): Promise<FileContents> {
  const found = await Promise.all(places.map((at) => resultOf(() => fileAt(item, at, by))));
  const files = new Map(found.flatMap((result) => ("value" in result && result.value !== undefined ? [[result.value.id, result.value] as const] : [])));
  const read = (file: File) => limit(() => bytesOf(client, { vaultUUID, itemUUID: item.id, fileUUID: file.id }, file, by, call));
  return new Map(await Promise.all([...files].map(async ([id, file]) => [id, await resultOf(() => read(file))] as const)));
}

async function bytesOf(client: ReferenceClient, at: GetFileContentInput, { id, size = 0 }: File, by: string, call: CallOptions): Promise<Uint8Array> {
  const bytes = size > MAX_BYTES ? undefined : await fileBytes(client as FileClient, at, call);
  if (bytes !== undefined && bytes.length <= MAX_BYTES) return bytes;
  throw new LookupError("not-found", `file ${id} has ${bytes?.length ?? size} bytes, and a reference reads at most ${MAX_BYTES}: use fileStream`, { by });
}
