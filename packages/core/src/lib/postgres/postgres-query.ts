/**
 * Runs one statement on any connection of your own client and returns its rows.
 *
 * @example
 * ```ts
 * const byPg: PostgresQuery = async (text, values) => (await pool.query(text, [...values])).rows;
 * const byPostgresJs: PostgresQuery = (text, values) => sql.unsafe(text, [...values]);
 * ```
 */
export type PostgresQuery = (text: string, values: readonly (string | number)[]) => Promise<readonly { readonly [column: string]: unknown }[]>;
