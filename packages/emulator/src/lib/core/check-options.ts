/**
 * Sees that something is an object.
 *
 * @param what What it is, in words, such as `the options of serveEmulator`.
 * @throws TypeError for anything else, such as a port in place of `{ port }`.
 */
export function checkObject(what: string, value: unknown): void {
  if (typeof value !== "object" || value === null) throw new TypeError(`${what} must be an object; got ${describe(value)}`);
}

/** What came, without its content. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  return value === null || typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}
