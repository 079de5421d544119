import { fromBase64Url, toBase64Url } from "./bytes.ts";

/** Returns a payload as an opaque cursor, only valid for its owner, but also after a restart. */
export function sealed(payload: string, owner: string): string {
  return toBase64Url(`${checksum(payload, owner)}${payload}`);
}

/** Returns the payload of a cursor; `undefined` if it is not a cursor of this owner. */
export function unsealed(cursor: string, owner: string): string | undefined {
  const payload = fromBase64Url(cursor).slice(LENGTH);
  // Sealing it again must return the same text, without padding, line breaks or other characters.
  return sealed(payload, owner) === cursor ? payload : undefined;
}

const LENGTH = 8;

/** Returns a checksum (FNV-1a). It detects mistakes, not attacks. */
function checksum(payload: string, owner: string): string {
  let hash = 2_166_136_261;
  for (const character of `${owner}\n${payload}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0).toString(16).padStart(LENGTH, "0");
}
