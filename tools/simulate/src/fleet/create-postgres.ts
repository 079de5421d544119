import { parseStatement, type Row } from "./statements.ts";

/** A row of the table of streams. */
interface Slot {
  row: Row;
  lockedBy: Session | undefined;
}

/** What a transaction has done. `by`: the owner that saves or releases, by its statement. */
export interface Commit {
  readonly changes: readonly { readonly before: Row; readonly after: Row; readonly by: unknown }[];
  readonly events: readonly Stored[];
}

/** A row of the table of events. */
export interface Stored {
  readonly key: string;
  readonly id: string;
}

/** A connection to the server. */
export type Session = ReturnType<Postgres["connect"]>;
export type Postgres = ReturnType<typeof createPostgres>;

const pgError = (code: string): Error => Object.assign(new Error(`the statement fails (${code})`), { code });
const EMPTY = { due: null, owner: null, version: 0, idle: 0, failures: 0, paused: null, error_code: null, error: null };
const NAMES_OWNER = / SET (position = |owner = NULL, due =)/;
const EVENTS = "WITH stored AS (INSERT INTO keywright_events (account, stream, id, type, time, event) SELECT $6::text, $1::text, id, ";

/**
 * Models how Postgres runs the statements of a fleet, at READ COMMITTED: row locks, SKIP LOCKED,
 * and errors in transactions. Its table of events has no key, which would hide that one was written
 * twice.
 */
export function createPostgres(now: () => number, onCommit: (commit: Commit) => void) {
  const slots: Slot[] = [];
  const stored: Stored[] = [];
  const sessions = new Set<{ end(): void }>();
  const waiting: (() => void)[] = [];

  function add(list: readonly (readonly string[])[], position: unknown): readonly Row[] {
    const rows = list.map(([account, stream, target]) => ({ ...EMPTY, account, stream, target, position, due: now() }));
    const fresh = rows.filter((one) => slots.every(({ row }) => row["account"] !== one.account || row["stream"] !== one.stream));
    slots.push(...fresh.map((row) => ({ row, lockedBy: undefined })));
    return fresh.map(({ account = null }) => ({ account }));
  }

  function connect() {
    const own = { inTransaction: false, isAborted: false, isOpen: true, idleMs: Infinity, statements: 0 };
    let changes = new Map<Slot, Commit["changes"][number]>();
    let events: Stored[] = [];
    const seen = (slot: Slot): Row => changes.get(slot)?.after ?? slot.row;
    const set = (name: string, ms: unknown): unknown => (name.startsWith("idle_in_transaction") && (own.idleMs = Number(ms)), ms);
    const isFree = ({ lockedBy }: Slot): boolean => lockedBy === undefined || lockedBy === session;

    function finish(keeps: boolean): void {
      const commit = { changes: [...changes.values()], events };
      for (const [slot, { after }] of changes) Object.assign(slot, { lockedBy: undefined, ...(keeps ? { row: after } : {}) });
      Object.assign(own, { inTransaction: false, isAborted: false, idleMs: Infinity });
      [changes, events] = [new Map(), []];
      if (keeps) {
        stored.push(...commit.events);
        onCommit(commit);
      }
      // Each looks again at the rows that it waits for, in the order in which they came.
      for (const again of waiting.splice(0)) again();
    }

    /** Runs a statement; `undefined` while it must wait for a lock. */
    function attempt(text: string, values: readonly unknown[]): readonly Row[] | undefined {
      const key = `${String(values[5])} ${String(values[0])}`;
      if (text.startsWith(EVENTS)) return (events.push(...(values[1] as string[]).map((id) => ({ key, id }))), [{ stored: (values[1] as string[]).length }]);
      if (text.startsWith("INSERT INTO keywright_fleet")) return add(JSON.parse(String(values[0])) as string[][], values[1]);
      const { sets, where, parts, limit, returning } = parseStatement(text);
      const at = now();
      const chosen = (parts.length > 0 ? parts : [{ where, skips: false, limit: undefined }]).flatMap((part) => {
        const found = slots.filter((slot) => (!part.skips || isFree(slot)) && part.where(seen(slot), values, at, set) === true);
        return part.limit === undefined
          ? found
          : found.sort((a, b) => Number(seen(a)["due"]) - Number(seen(b)["due"])).slice(0, Number(part.limit({}, values, at, set)));
      });
      const taken = chosen.slice(0, Number(limit?.({}, values, at, set) ?? Infinity));
      if (!taken.every(isFree)) return undefined;
      const rows = taken.map((slot) => {
        const before = seen(slot);
        const after = { ...before, ...Object.fromEntries(sets.map(([column, value]) => [column, value(before, values, at, set)])) };
        changes.set(slot, { before: slot.row, after, by: NAMES_OWNER.test(text) ? values[3] : changes.get(slot)?.by });
        slot.lockedBy = session;
        return Object.fromEntries(returning.map(([column, value]) => [column, value(after, values, at, set)]));
      });
      return returning.length === 0 ? [] : rows;
    }

    const waitForLock = (text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
      new Promise((resolve, reject) => {
        const go = (): void => {
          if (!own.isOpen) return reject(new Error("Connection terminated unexpectedly"));
          const rows = attempt(text, values);
          if (rows === undefined) return void waiting.push(go);
          if (!own.inTransaction) finish(true);
          resolve(rows);
        };
        go();
      });

    const session = {
      /** Among others, how long its transaction may wait for the next statement. */
      state: own as Readonly<typeof own>,
      /** Runs a statement when it has the locks that it needs. */
      async run(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
        own.statements += 1;
        if (text === "BEGIN") own.inTransaction = true;
        else if (text === "COMMIT" || text === "ROLLBACK") finish(text === "COMMIT" && !own.isAborted);
        else if (text.startsWith("ROLLBACK TO")) own.isAborted = false;
        else if (own.isAborted) throw pgError("25P02");
        else if (text === "SELECT 1/0") throw session.fail("22012");
        else if (text === "SELECT 1") return [{ one: 1 }];
        else if (!/^(SAVEPOINT|RELEASE)/.test(text)) return waitForLock(text, values);
        return [];
      },
      /** Undoes its transaction, which takes no statement but its end after the returned error. */
      fail(code: string): Error {
        const isAborted = own.inTransaction;
        finish(false);
        Object.assign(own, { inTransaction: isAborted, isAborted });
        return pgError(code);
      },
      end(): void {
        own.isOpen = false;
        sessions.delete(session);
        finish(false);
      },
    };
    sessions.add(session);
    return session;
  }

  return { connect, stored, rows: (): readonly Row[] => slots.map(({ row }) => row), kill: (): void => [...sessions].forEach((one) => one.end()) };
}
