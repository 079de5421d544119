/**
 * An RFC 3339 time as a text that sorts by time, down to nanoseconds, which a `Date` does not keep.
 *
 * @param timestamp A valid date-time, in any offset.
 */
export function sortableTime(timestamp: string): string {
  const [, day = "", time = "", fraction = "", offset = ""] = /^(\S{10})[Tt\s](\d\d:\d\d:\d\d)(?:\.(\d+))?(.*)$/.exec(timestamp) ?? [];
  // RFC 3339 §5.6 knows leap seconds, `Date` does not: such a second sorts behind everything in the second before.
  const leap = time.endsWith("60");
  const seconds = `${day}T${leap ? `${time.slice(0, -2)}59` : time}`;
  const utc = /^z$/i.test(offset) ? seconds : new Date(`${seconds}${offset}`).toISOString().slice(0, 19);
  return `${utc}.${leap ? "999999999" : fraction.slice(0, 9).padEnd(9, "0")}Z`;
}
