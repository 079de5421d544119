import type { Process } from "./process.ts";
import { platformError } from "./disk.ts";
import type { DatabaseFault } from "./plan.ts";
import type { Context } from "./context.ts";

type Row = Readonly<Record<string, unknown>>;

interface Kept {
  version: number;
  position: string | null;
  owner: string | null;
  leaseUntil: number;
}

/** Creates the database. It recognizes the statements of the store by what they set. */
export function createDatabase({ timeline }: Context) {
  const table = new Map<string, Kept>();
  const faults: DatabaseFault[] = [];

  function take(stream: string, owner: string, leaseMs: number): readonly Row[] {
    const row = table.get(stream) ?? { version: 0, position: null, owner: null, leaseUntil: 0 };
    if (row.owner !== null && row.leaseUntil > timeline.now()) return [];
    table.set(stream, { ...row, owner, leaseUntil: timeline.now() + leaseMs });
    return [{ version: String(row.version) }];
  }

  function execute(text: string, [stream, owner, third, fourth, fifth]: readonly (string | number)[]): readonly Row[] {
    if (text.startsWith("INSERT")) return take(String(stream), String(owner), Number(third));
    const row = table.get(String(stream));
    if (row === undefined || (text.includes("owner = $2") && row.owner !== owner)) return [];
    if (text.startsWith("SELECT")) return [{ version: String(row.version), position: row.position }];
    if (text.includes("SET owner = NULL")) row.owner = null;
    else if (text.includes("SET lease_until")) row.leaseUntil = timeline.now() + Number(third);
    else if (!text.includes("SET position")) throw new Error(`expected a statement of the checkpoint store, got: ${text}`);
    else {
      if (text.includes("version = $4") && row.version !== fourth) return [];
      Object.assign(row, { position: third, version: row.version + 1, leaseUntil: timeline.now() + Number(fifth) });
    }
    return [{ version: String(row.version) }];
  }

  return {
    /** Faults of the next statements. */
    faults,
    query(process: Process, text: string, values: readonly (string | number)[]): Promise<readonly Row[]> {
      const { random } = process;
      return new Promise((resolve, reject) => {
        const answer = (run: () => void): void => void process.later(random.int(1, 20), run);
        // The database executes a sent statement even if its sender dies.
        timeline.after(random.int(1, 20), () => {
          const fault = faults.shift();
          if (fault === "hangs") return;
          if (fault === "40001" || fault === "57P01") return answer(() => reject(platformError(fault, "the statement was ended")));
          const rows = execute(text, values);
          answer(() => (fault === undefined ? resolve(rows) : reject(platformError("ECONNRESET", "read ECONNRESET"))));
        });
      });
    },
  };
}
