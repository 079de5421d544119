/**
 * Returns an RFC 3339 time as text that sorts by time, with nanoseconds, unlike a `Date`.
 *
 * @param timestamp A valid date-time with any offset.
 */
export function sortableTime(timestamp: string): string {
  const [, day = "", time = "", fraction = "", offset = ""] = /^(\S{10})[Tt\s](\d\d:\d\d:\d\d)(?:\.(\d+))?(.*)$/.exec(timestamp) ?? [];
  // `Date` has no leap seconds (RFC 3339 §5.6): one sorts at the end of the second before.
  const leap = time.endsWith("60");
  const seconds = `${day}T${leap ? `${time.slice(0, -2)}59` : time}`;
  const utc = /^z$/i.test(offset) ? seconds : new Date(`${seconds}${offset}`).toISOString().slice(0, 19);
  return `${utc}.${leap ? "999999999" : fraction.slice(0, 9).padEnd(9, "0")}Z`;
}

const ISO_TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)?)?$/;

/**
 * Converts ISO 8601 to RFC 3339. A date stays a date; a time without an offset is in UTC.
 *
 * @param text In extended or basic format. A leap second, which few accept, becomes the one before.
 */
export function toRfc3339(text: string): string {
  const [, year = "", month = "", day = "", hour, minute = "00", second = "00", fraction, offset, offsetMinutes = "00"] = ISO_TIME.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const time = `${hour}:${minute}:${second === "60" ? "59" : second}${fraction === undefined ? "" : `.${fraction}`}`;
  return `${date}T${time}${offset === undefined ? "Z" : `${offset}:${offsetMinutes}`}`;
}
