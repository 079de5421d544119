// RFC 9110 §5.6.7: the three forms of an HTTP-date. A one-digit day and UTC for GMT are no HTTP-dates, but are sent and mean nothing else.
const IMF_FIXDATE = /^[A-Z][a-z]{2}, (?<day>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\S{8}) (?:GMT|UTC)$/;
const RFC850_DATE = /^[A-Z][a-z]+day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\S{8}) GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\S{8}) (?<year>\d{4})$/;

/**
 * Reads a `Retry-After` header.
 *
 * @param value The header's value: whole seconds, or one of the three forms of an HTTP-date (RFC 9110 §10.2.3).
 * @param wallNowMs What a date is compared with.
 * @returns The time to wait in milliseconds, 0 for a date that has passed; `undefined` where the value is neither.
 */
export function readRetryAfter(value: string | null, wallNowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000;
  const parts = (IMF_FIXDATE.exec(text) ?? RFC850_DATE.exec(text) ?? ASCTIME_DATE.exec(text))?.groups as DateParts | undefined;
  const date = parts && readDate(parts, wallNowMs);
  return date === undefined ? undefined : Math.max(0, date - wallNowMs);
}

interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly time: string;
}

function readDate({ day, month, year, time }: DateParts, wallNowMs: number): number | undefined {
  const century = year.length === 2 ? Math.floor(new Date(wallNowMs).getUTCFullYear() / 100) * 100 : 0;
  const dateIn = (fullYear: number): number | undefined => {
    const written = `${day.trim().padStart(2, "0")} ${month} ${fullYear} ${time.replace(/60$/, "59")} GMT`;
    const date = Date.parse(written);
    // A date that does not come out as it went in is none, such as the 30th of February.
    if (!new Date(date).toUTCString().endsWith(written)) return undefined;
    return time.endsWith("60") ? date + 1000 : date;
  };
  const date = dateIn(century + Number(year));
  // RFC 9110 §5.6.7: two digits that seem to be more than 50 years ahead are of the century before.
  return century > 0 && date !== undefined && date - wallNowMs > 50 * 365.25 * 86_400_000 ? dateIn(century - 100 + Number(year)) : date;
}
