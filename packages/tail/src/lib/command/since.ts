import { durationIn, UsageError } from "@keywright/cli-kit";
import { operations } from "@keywright/management/operations";

// The most general form that the services accept. It excludes days that do not exist.
const DATE_OR_TIME = new RegExp(operations.listAuditLogs.queryParameters.since.pattern, "u");
const PARTS = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i;

/**
 * Returns a time as an RFC 3339 date-time in UTC with milliseconds, from a date or date-time of
 * ISO 8601 or a duration before now, such as `90m`, `24h`, `7d` or `2w`.
 *
 * @param name The option, for messages.
 * @param now Milliseconds since 1970.
 * @throws UsageError if it is invalid, in the future, or before 1970.
 */
export function readTime(name: string, value: string, now: number): string {
  const backMs = durationIn(value);
  const at = backMs === undefined ? parseTime(name, value) : now - backMs;
  if (at > now) throw new UsageError(`${name} must not be in the future: now is ${new Date(now).toISOString()}; got ${value}`);
  if (at < 0) throw new UsageError(`${name} must not be before 1970; got ${value}`);
  return new Date(at).toISOString();
}

/** Returns milliseconds since 1970. Without an offset, UTC applies, the same on every machine. */
function parseTime(name: string, value: string): number {
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", offset = "+00", offsetMinute = "00"] = PARTS.exec(value) ?? [];
  if (!DATE_OR_TIME.test(value) || year === undefined)
    throw new UsageError(
      `${name} must be an existing date or date-time, such as 2026-03-02 or 2026-03-02T08:00:00Z, or a duration before now, such as 90m, 24h, 7d or 2w; got ${value}`,
    );
  // The platform has no leap seconds. Earlier is safe: events can come twice, but none is skipped.
  const whole = second === "60" ? "59" : second;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${whole}.${fraction.slice(0, 3).padEnd(3, "0")}${offset}:${offsetMinute}`);
}
