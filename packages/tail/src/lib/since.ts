import { UsageError } from "./usage-error.ts";

const DURATION = /^(\d{1,9})([mhdw])$/;
const UNIT_MS: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Reads minutes, hours, days or weeks, such as `90m`, `24h`, `7d` or `2w`, as milliseconds; `undefined` if it is something else. */
export function readDuration(value: string): number | undefined {
  const [, count = "", unit = ""] = DURATION.exec(value) ?? [];
  return unit === "" ? undefined : Number(count) * (UNIT_MS[unit] ?? 0);
}

/**
 * Reads the time to begin at: a date-time, or minutes, hours, days or weeks back from now, such as `90m`, `24h`, `7d` or `2w`.
 *
 * @param now Milliseconds since 1970.
 * @returns A date-time as it came, which the feed checks further; a time back from now as the date-time that it means.
 * @throws UsageError if it is neither, or in the future.
 */
export function readSince(value: string | undefined, now: number): string | undefined {
  if (value === undefined) return undefined;
  const backMs = readDuration(value);
  const at = backMs === undefined ? Date.parse(value) : now - backMs;
  if (at > now) throw new UsageError(`--since is in the future: it is ${new Date(now).toISOString()}; got ${value}`);
  if (at < 0) throw new UsageError(`--since is before 1970; got ${value}`);
  if (backMs !== undefined) return new Date(at).toISOString();
  if (/^\d{4}/.test(value)) return value;
  throw new UsageError(
    `--since must be a date-time with its offset, such as 2026-03-02T08:00:00Z, or a time back from now, such as 90m, 24h, 7d or 2w; got ${value}`,
  );
}
