/** Returns the value at a JSON pointer (RFC 6901); `undefined` if there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  let at = value;
  for (const segment of pointer.split("/").slice(1)) {
    const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    at = typeof at === "object" && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
  }
  return at;
}
