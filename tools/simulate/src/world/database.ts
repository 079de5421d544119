import type { Context } from "./context.ts";
import { platformError } from "./disk.ts";
import type { Process } from "./process.ts";

type Value = string | number;
type Row = Readonly<Record<string, unknown>>;

interface Lease {
  version: number;
  position: unknown;
  owner: unknown;
  leaseUntil: number;
  process: Process | undefined;
}

/** Creates a database of checkpoints, which recognizes the store's statements by what they set. */
export function createDatabase({ plan, timeline, faults, violate }: Context) {
  const table = new Map<unknown, Lease>();

  /** Acquires a lease. No one may take it from a running process before its end. */
  function take(row: Lease, own: Process, owner: unknown, leaseMs: number, former: readonly unknown[]): boolean {
    const isFree = row.owner === null || row.leaseUntil <= timeline.now();
    if (!isFree && !former.includes(row.owner)) return false;
    const runs = row.owner !== null && row.process !== own && row.process?.isAlive() === true;
    if (runs && !isFree) violate(`${own.name} takes the lease of ${row.process?.name}, which runs`);
    if (runs && plan.crowd > 0) violate(`the lease of ${row.process?.name} ends although it runs`);
    Object.assign(row, { owner, process: own, leaseUntil: timeline.now() + leaseMs });
    return true;
  }

  function renewAll(owners: Readonly<Record<string, string>>, leaseMs: number): void {
    for (const [owner, stream] of Object.entries(owners)) {
      const row = table.get(stream);
      if (row?.owner === owner) row.leaseUntil = timeline.now() + leaseMs;
    }
  }

  function execute(own: Process, text: string, [stream, owner, third, fourth, fifth]: readonly Value[]): readonly Row[] {
    if (text.includes("SKIP LOCKED")) {
      renewAll(JSON.parse(String(stream)) as Record<string, string>, Number(owner));
      return [];
    }
    const row = table.get(stream) ?? { version: 0, position: null, owner: null, leaseUntil: 0, process: undefined };
    table.set(stream, row);
    if (text.includes("owner = $2") && row.owner !== owner) return [];
    if (text.startsWith("SELECT owner")) return [{ owner: row.owner, left_ms: String(Math.ceil(row.leaseUntil - timeline.now())) }];
    if (text.startsWith("SELECT")) return [{ version: String(row.version), position: row.position }];
    if (text.startsWith("INSERT")) {
      if (!take(row, own, owner, Number(third), JSON.parse(String(fourth)) as unknown[])) return [];
    } else if (text.includes("SET owner = NULL")) row.owner = null;
    else if (text.includes("SET position")) {
      const isSaved = row.owner === owner && row.version === Number(fourth) + 1 && row.position === third;
      const isOther = text.includes("(version = $4") && row.version !== fourth;
      if (isOther && !isSaved) return [];
      if (isOther && !text.includes(" OR (version")) violate(`${own.name} loses its checkpoint by a save that it repeats`);
      Object.assign(row, { position: third, version: Number(fourth) + 1, leaseUntil: timeline.now() + Number(fifth) });
    } else throw new Error(`expected a statement of the checkpoint store, got: ${text}`);
    return [{ version: String(row.version) }];
  }

  return (own: Process, text: string, values: readonly Value[]): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      const { random, later } = own;
      const respond = (run: () => void): void => void later(random.integer(1, 20), run);
      const fail = (code: string, message: string): void => respond(() => reject(platformError(code, message)));
      // The database executes a sent statement even if its sender dies.
      timeline.after(random.integer(1, 20), () => {
        const now = timeline.now();
        if (plan.databaseAway.some(({ from, to }) => now >= from && now < to))
          return random.next() < 0.5 ? fail("ECONNREFUSED", "connect ECONNREFUSED") : fail("57P03", "the database system is starting up");
        const fault = faults.database.shift();
        if (fault === "hangs") return;
        if (fault === "40001" || fault === "57P01") return fail(fault, "the statement was ended");
        const rows = execute(own, text, values);
        respond(() => (fault === undefined ? resolve(rows) : reject(platformError("ECONNRESET", "read ECONNRESET"))));
      });
    });
}
