/** A position in the audit log and the order of the list. */
export interface AuditPosition {
  readonly order: "ASCENDING" | "DESCENDING";
  /** Number of events before it, oldest first. */
  readonly index: number;
}

/** Returns a position as a cursor, only valid for the organization, but also after a restart. */
export function encodeCursor({ order, index }: AuditPosition, organizationId: string): string {
  const payload = `${order === "ASCENDING" ? "a" : "d"}${index}`;
  return Buffer.from(`${seal(payload, organizationId)}${payload}`).toString("base64url");
}

/** Reads a cursor; `undefined` if it is not a cursor of this organization. */
export function decodeCursor(cursor: string, organizationId: string): AuditPosition | undefined {
  const [, checksum, payload = "", order, index] = /^([\da-f]{8})(([ad])(0|[1-9]\d{0,9}))$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const position = { order: order === "a" ? "ASCENDING" : "DESCENDING", index: Number(index) } as const;
  // Encoding it again must return the same text, without padding, line breaks or other characters.
  return checksum === seal(payload, organizationId) && encodeCursor(position, organizationId) === cursor ? position : undefined;
}

/** Returns a checksum (FNV-1a). It detects mistakes, not attacks. */
function seal(payload: string, organizationId: string): string {
  let hash = 2_166_136_261;
  for (const character of `${organizationId}\n${payload}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
