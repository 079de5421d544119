import type { Session } from "./create-postgres.ts";
import type { Row } from "./statements.ts";
import { platformError } from "../world/disk.ts";
import type { Context } from "../world/context.ts";
import type { Process } from "../world/process.ts";
import type { Fault } from "./plan.ts";

/** Creates the connections of a process, as those of `pg`. Statements take time, and may fail. */
export function createPool(
  { timeline }: Context,
  { random, later }: Process,
  connectTo: () => Session | undefined,
  takeFault: (text: string) => Fault | undefined,
) {
  const sessions = new Set<Session>();
  const delay = (isLong: boolean): number => (isLong ? random.integer(3000, 9000) : random.integer(1, 15));

  /** Runs a statement when it comes to the server, even if its sender has died by then. */
  async function far(session: Session, text: string, values: readonly unknown[], fault: Fault | undefined): Promise<readonly Row[]> {
    await timeline.pass(delay(fault === "late"));
    if (fault === "cut-before") session.end();
    if (!session.state.isOpen) throw new Error("Connection terminated unexpectedly");
    if (fault === "40001") {
      const error = session.fail(fault);
      // A commit that fails has ended the transaction.
      if (text === "COMMIT") await session.run("ROLLBACK", []);
      throw error;
    }
    const rows = await session.run(text, values);
    if (fault === "cut-after") session.end();
    const { statements, inTransaction, idleMs } = session.state;
    // The server ends a session that waits too long for its client within a transaction.
    if (inTransaction && idleMs < Infinity) timeline.after(idleMs, () => session.state.statements === statements && session.end());
    await timeline.pass(delay(fault === "late-response"));
    if (!session.state.isOpen) throw new Error("Connection terminated unexpectedly");
    return rows;
  }

  async function connect() {
    await new Promise<void>((resolve) => void later(random.integer(2, 20), resolve));
    const session = connectTo();
    if (session === undefined) throw platformError(random.pick(["ECONNREFUSED", "57P03"]), "the server does not take connections");
    sessions.add(session);
    return {
      on: () => {},
      off: () => {},
      release: (): void => void timeline.after(delay(false), session.end),
      query: (text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }> =>
        new Promise((resolve, reject) => {
          far(session, text, values, takeFault(text)).then(
            (rows) => void later(0, () => resolve({ rows })),
            (error: unknown) => void later(0, () => reject(error)),
          );
        }),
    };
  }

  return {
    connect,
    async query(text: string, values: readonly unknown[]) {
      const { query, release } = await connect();
      return query(text, values).finally(release);
    },
    /** Ends the connections of a process that has ended. */
    close: (): void => [...sessions].forEach((session) => session.end()),
  };
}
