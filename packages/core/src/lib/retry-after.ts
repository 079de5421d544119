const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

// RFC 9110 §5.6.7: the three forms of an HTTP-date. A one-digit day and UTC for GMT are no HTTP-dates, but are sent and mean nothing else.
const IMF_FIXDATE = /^[A-Z][a-z]{2}, (?<day>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) (?:GMT|UTC)$/;
const RFC850_DATE = /^[A-Z][a-z]+day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/;

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
  const parts = (IMF_FIXDATE.exec(text) ?? RFC850_DATE.exec(text) ?? ASCTIME_DATE.exec(text))?.groups;
  const date = parts === undefined ? undefined : readDate(parts, wallNowMs);
  return date === undefined ? undefined : Math.max(0, date - wallNowMs);
}

function readDate(parts: { readonly [name: string]: string }, wallNowMs: number): number | undefined {
  const month = MONTHS.indexOf(parts["month"] as string);
  const day = Number(parts["day"]);
  const [hour, minute, second] = (parts["time"] as string).split(":").map(Number) as [number, number, number];
  const year = Number(parts["year"]);
  const century = parts["year"]?.length === 2 ? Math.floor(new Date(wallNowMs).getUTCFullYear() / 100) * 100 : 0;
  let date = Date.UTC(century + year, month, day, hour, minute, Math.min(second, 59)) + (second === 60 ? 1000 : 0);
  // RFC 9110 §5.6.7: two digits that seem to be more than 50 years ahead are of the century before.
  if (century > 0 && date - wallNowMs > 50 * 365.25 * 86_400_000) date = Date.UTC(century - 100 + year, month, day, hour, minute, second);
  const sound = month >= 0 && day >= 1 && day <= new Date(Date.UTC(century + year, month + 1, 0)).getUTCDate() && hour < 24 && minute < 60 && second <= 60;
  return sound ? date : undefined;
}
