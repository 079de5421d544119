import { UsageError } from "./usage-error.ts";

const BACK_FROM_NOW = /^(\d{1,9})([mhdw])$/;
const UNIT_MS: { readonly [unit: string]: number } = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Reads the time to begin at: a date-time, or minutes, hours, days or weeks back from now, such as `90m`, `24h`, `7d` or `2w`.
 *
 * @param now Milliseconds since 1970.
 * @returns A date-time as it came, which the feed checks further; a time back from now as the date-time that it means.
 * @throws UsageError if it is neither, or in the future.
 */
export function readSince(value: string | undefined, now: number): string | undefined {
  if (value === undefined) return undefined;
  const [, count = "", unit = ""] = BACK_FROM_NOW.exec(value) ?? [];
  const at = unit === "" ? Date.parse(value) : now - Number(count) * (UNIT_MS[unit] ?? 0);
  if (at > now) throw new UsageError(`--since is in the future: it is ${new Date(now).toISOString()}; got ${value}`);
  if (at < 0) throw new UsageError(`--since is before 1970; got ${value}`);
  if (unit !== "") return new Date(at).toISOString();
  if (/^\d{4}/.test(value)) return value;
  throw new UsageError(
    `--since must be a date-time with its offset, such as 2026-03-02T08:00:00Z, or a time back from now, such as 90m, 24h, 7d or 2w; got ${value}`,
  );
}
