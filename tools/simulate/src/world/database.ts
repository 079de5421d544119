import type { Context } from "./context.ts";
import { platformError } from "./disk.ts";
import type { Process } from "./process.ts";

type Value = string | number;
type Row = Readonly<Record<string, unknown>>;

/** Creates a database with the table of checkpoints, and returns its function that runs a statement. It recognizes the statements of the store by what they set. */
export function createDatabase({ timeline, faults }: Context) {
  const table = new Map<Value | undefined, { version: number; position: unknown; owner: unknown; leaseUntil: number }>();

  function execute(text: string, [stream, owner, third, fourth, fifth]: readonly Value[]): readonly Row[] {
    const row = table.get(stream) ?? { version: 0, position: null, owner: null, leaseUntil: 0 };
    table.set(stream, row);
    if (text.includes("owner = $2") && row.owner !== owner) return [];
    if (text.startsWith("SELECT")) return [{ version: String(row.version), position: row.position }];
    if (text.startsWith("INSERT")) {
      if (row.owner !== null && row.leaseUntil > timeline.now()) return [];
      Object.assign(row, { owner, leaseUntil: timeline.now() + Number(third) });
    } else if (text.includes("SET owner = NULL")) row.owner = null;
    else if (text.includes("SET lease_until")) row.leaseUntil = timeline.now() + Number(third);
    else if (text.includes("SET position")) {
      if (text.includes("version = $4") && row.version !== fourth) return [];
      Object.assign(row, { position: third, version: row.version + 1, leaseUntil: timeline.now() + Number(fifth) });
    } else throw new Error(`expected a statement of the checkpoint store, got: ${text}`);
    return [{ version: String(row.version) }];
  }

  return ({ random, later }: Process, text: string, values: readonly Value[]): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      const answer = (run: () => void): void => void later(random.integer(1, 20), run);
      // The database executes a sent statement even if its sender dies.
      timeline.after(random.integer(1, 20), () => {
        const fault = faults.database.shift();
        if (fault === "hangs") return;
        if (fault === "40001" || fault === "57P01") return answer(() => reject(platformError(fault, "the statement was ended")));
        const rows = execute(text, values);
        answer(() => (fault === undefined ? resolve(rows) : reject(platformError("ECONNRESET", "read ECONNRESET"))));
      });
    });
}
