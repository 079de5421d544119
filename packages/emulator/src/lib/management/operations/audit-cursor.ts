import { sealed, unsealed } from "../../core/values/sealed.ts";

/** A position in the audit log and the order of the list. */
export interface AuditPosition {
  readonly order: "ASCENDING" | "DESCENDING";
  /** Number of events before it, oldest first. */
  readonly index: number;
}

/** Returns a position as a cursor. */
export function encodeCursor({ order, index }: AuditPosition, organizationId: string): string {
  return sealed(`${order === "ASCENDING" ? "a" : "d"}${index}`, organizationId);
}

/** Reads a cursor; \`undefined\` if it is not a cursor of this organization. */
export function decodeCursor(cursor: string, organizationId: string): AuditPosition | undefined {
  const [, order, index] = /^([ad])(0|[1-9]\d{0,9})$/.exec(unsealed(cursor, organizationId) ?? "") ?? [];
  return order === undefined ? undefined : { order: order === "a" ? "ASCENDING" : "DESCENDING", index: Number(index) };
}
