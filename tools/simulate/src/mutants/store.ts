import type { Mutant } from "../bundle.ts";

const ATOMIC = "core/src/lib/node/atomic-file.ts";
const LOCK = "core/src/lib/node/file-lock.ts";
const LEASE = "core/src/lib/postgres/postgres-checkpoints.ts";
const REFRESH = "core/src/lib/oauth/refreshing-provider.ts";
const STORE = "core/src/lib/oauth/token-store.ts";

/** Faults of files, locks and refresh tokens. */
export const storeMutants: readonly Mutant[] = [
  { id: "file-not-synced", file: ATOMIC, from: "await file.sync();", to: "" },
  { id: "folder-not-synced", file: ATOMIC, from: "await syncFolder(folder);", to: "" },
  { id: "made-folder-not-synced", file: ATOMIC, from: "=> syncFolder(dirname(path));", to: "=> Promise.resolve(void dirname);" },
  {
    id: "written-in-place",
    file: ATOMIC,
    from: 'const file = await open(temporary, "wx", 0o600);',
    to: 'const file = await open(path, "w", 0o600); await writeFile(temporary, "");',
  },
  {
    id: "leftovers-stay",
    file: ATOMIC,
    from: "if (isLeftover(name)) await rm(join(folder, name), { force: true });",
    to: "void [isLeftover, name, join, folder];",
  },
  { id: "links-not-followed", file: ATOMIC, from: "if (target === undefined) return file;", to: "return file;" },
  { id: "lock-not-taken", file: LOCK, from: "const failure = await flock(handle);", to: "const failure = undefined as LockFailure | undefined; void flock;" },
  { id: "refused-lock-left-open", file: LOCK, from: "  await handle.close();\n  return failure;", to: "  return failure;" },
  { id: "lock-timer-left", file: LOCK, from: "platformClock.clear(timer);", to: "" },
  { id: "hung-flock-waited-for", file: LOCK, from: 'resolve("flock-late");', to: "" },
  { id: "lease-not-renewed", file: LEASE, from: "void renew();", to: "void renew;" },
  { id: "renewal-timer-left", file: LEASE, from: "await wait(clock, leaseMs / 3, signal);", to: "await wait(clock, leaseMs / 3, undefined);" },
  { id: "renewal-outlives-release", file: LEASE, from: "wait(clock, leaseMs, signal)]", to: "wait(clock, leaseMs, undefined)]" },
  { id: "lost-lease-not-noticed", file: LEASE, from: "if (saved.length === 0) throw lost", to: "if (saved.length < 0) throw lost" },
  {
    id: "saved-without-lease",
    file: LEASE,
    from: "WHERE stream = $1 AND owner = $2 AND version = $4::bigint",
    to: "WHERE stream = $1 AND $2 <> '' AND $4::bigint >= 0",
  },
  { id: "hung-database-waited-for", file: LEASE, from: "return await Promise.race([work, late]);", to: "return await (void late, work);" },
  { id: "conflict-not-repeated", file: LEASE, from: "!isConflict(cause) || tries === MAX_TRIES", to: "isConflict(cause) || tries >= 1 || MAX_TRIES" },
  {
    id: "renewal-without-lock",
    file: STORE,
    from: "const held = await store.lock?.(signal);",
    to: "const held = undefined as (() => Promise<void>) | undefined;",
  },
  { id: "renewal-lock-not-released", file: STORE, from: "await release?.().catch(() => {});", to: "void release;" },
  {
    id: "token-used-before-save",
    file: REFRESH,
    from: "received !== current) await save(received);",
    to: "received !== current) void save(received).catch(() => {});",
  },
  { id: "stale-refresh-token", file: REFRESH, from: "const current = await load();", to: "const current = received ?? (await load());" },
  { id: "renewal-for-each-call", file: "core/src/lib/oauth/token-cache.ts", from: "underWay ??= renew();", to: "underWay = renew();" },
  { id: "unsaved-token-forgotten", file: REFRESH, from: "if (shared.unsaved !== undefined) await saveAgain(shared.unsaved);", to: "void saveAgain;" },
  {
    id: "unsaved-token-over-newer",
    file: REFRESH,
    from: "if (!stored || stored === before || stored === refreshToken)",
    to: "if (stored !== 0 as unknown || before)",
  },
];
