/** The part of a `Pool` of `pg` that a sink uses. */
export interface PgPool {
  query(text: string, values: unknown[]): Promise<PgResult>;
  connect(): Promise<PgClient>;
}

/** The part of a client of `pg` that a sink uses. */
export interface PgClient {
  query(text: string, values: unknown[]): Promise<PgResult>;
  release(isBroken?: boolean): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** The part of a result of `pg` that a sink uses. */
export interface PgResult {
  readonly rows: readonly { readonly [column: string]: unknown }[];
}

/** Runs one statement, and returns its rows. */
export type PgQuery = (text: string, values: readonly unknown[]) => Promise<PgResult["rows"]>;

/** Returns a function that runs one statement. */
export function queryOf(client: Pick<PgPool, "query">): PgQuery {
  return async (text, values) => (await client.query(text, [...values])).rows;
}

/** Commits work when it resolves, and undoes it when it fails. Resolves after the commit. */
export async function inTransaction(pool: PgPool, work: (query: PgQuery) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  // Without a listener, Node ends the process if the connection breaks between two statements.
  client.on("error", ignore);
  const query = queryOf(client);
  let isKnown = false;
  try {
    await undoIfFailed(query, "BEGIN", "ROLLBACK", () => work(query));
    await query("COMMIT", []);
    isKnown = true;
  } finally {
    client.off("error", ignore);
    // The state of the connection is not known after an error, so it is closed.
    client.release(!isKnown);
  }
}

/** Runs a part of a transaction, which continues without its statements if the part fails. */
export async function inSavepoint<Result>(query: PgQuery, work: () => Promise<Result>): Promise<Result> {
  const result = await undoIfFailed(query, "SAVEPOINT part", "ROLLBACK TO SAVEPOINT part", work);
  await query("RELEASE SAVEPOINT part", []);
  return result;
}

async function undoIfFailed<Result>(query: PgQuery, begin: string, undo: string, work: () => Promise<Result>): Promise<Result> {
  await query(begin, []);
  try {
    return await work();
  } catch (error) {
    // If that fails too, the connection is lost, and the server undoes the work.
    await query(undo, []).catch(() => {});
    throw error;
  }
}

function ignore(): void {}
