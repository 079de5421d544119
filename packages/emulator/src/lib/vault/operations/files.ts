import type { components } from "@keywright/vault/schema";
import { type ErrorResponse, reject } from "./error-responses.ts";
import type { StoredFile, StoredItem, VaultServer } from "../state/store.ts";
import { base64Length, fromBase64 } from "../../core/bytes/bytes.ts";
import { fileView } from "../state/views.ts";

type Schemas = components["schemas"];

// A kilobyte has 1024 bytes.
const KILOBYTE = 1024;
const LIMIT_WITHOUT_SIZE_KILOBYTES = 100;

/** Returns files in Base64, or 413 at the limit: 100 kilobytes for a file of unknown size. */
export function inlineFiles(item: StoredItem, files: readonly StoredFile[], server: VaultServer): { readonly files: Schemas["File"][] } | ErrorResponse<413> {
  const tooLarge = files.find((file) => (file.size ?? base64Length(file.contentBase64)) >= limitOf(file, server) * KILOBYTE);
  if (tooLarge !== undefined) return reject(413, `file ${tooLarge.id} is too large to be returned inline`);
  return { files: files.map((file) => ({ ...fileView(item, file), content: file.contentBase64 })) };
}

function limitOf({ size }: StoredFile, { inlineLimitKilobytes }: VaultServer): number {
  return size === undefined ? LIMIT_WITHOUT_SIZE_KILOBYTES : inlineLimitKilobytes;
}

/** Returns a file's bytes. */
export function contentOf({ contentBase64 }: StoredFile): Uint8Array {
  return fromBase64(contentBase64) ?? new Uint8Array();
}

/** Returns `Content-Disposition` (RFC 6266 §4.3), in UTF-8 too if the name is not ASCII. */
export function dispositionOf({ name }: StoredFile): string {
  const ascii = name.replace(/[^\u0020-\u007E]/gu, "_");
  const plain = `attachment; filename="${ascii.replace(/["\\]/g, "\\$&")}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeExtended(name)}`;
}

/** RFC 8187 §3.2.1 requires more encoding than `encodeURIComponent` does. */
function encodeExtended(text: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, "\uFFFD")).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
