/** A place in the audit log and the way in which reading goes on from there. */
export interface AuditPosition {
  readonly order: "ASCENDING" | "DESCENDING";
  /** How many events of the log lie before it, oldest first. */
  readonly index: number;
}

/** Writes a position as a cursor: opaque to clients, bound to the organization, and of no other state than the place, so that it survives a restart. */
export function encodeCursor({ order, index }: AuditPosition, organizationId: string): string {
  const payload = `${order === "ASCENDING" ? "a" : "d"}${index}`;
  return Buffer.from(`${seal(payload, organizationId)}${payload}`).toString("base64url");
}

/** Reads a cursor; `undefined` where it is none of this organization's. */
export function decodeCursor(cursor: string, organizationId: string): AuditPosition | undefined {
  const [, checksum, payload = "", order, index] = /^([\da-f]{8})(([ad])(0|[1-9]\d{0,9}))$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const position = { order: order === "a" ? "ASCENDING" : "DESCENDING", index: Number(index) } as const;
  // Its own text must come out again: padding, line breaks and stray characters are not taken.
  return checksum === seal(payload, organizationId) && encodeCursor(position, organizationId) === cursor ? position : undefined;
}

/** A checksum (FNV-1a): it guards against mistakes, not against an attacker. */
function seal(payload: string, organizationId: string): string {
  let hash = 2_166_136_261;
  for (const character of `${organizationId}\n${payload}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
