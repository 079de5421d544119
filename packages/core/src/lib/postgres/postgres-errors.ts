// PostgreSQL, Appendix A: classes connection exception, transaction rollback, insufficient
// resources, operator intervention; lock_not_available; idle_in_transaction_session_timeout;
// read_only_sql_transaction (after a failover).
const UNAVAILABLE = /^(08|40|53|57)|^(55P03|25P03|25006)$/;

/** The form of a code of PostgreSQL. Some codes of Node, such as `EPIPE`, have it too. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
// Clients name lost connections differently, or without a code. A closed client stays closed.
const LOST = /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND)|TIMEOUT|CONNECT(?!ION_(ENDED|DESTROYED)))/;
const SAYS_LOST = /^(?!.*SSL).*(connection|timeout)/i;

/**
 * What an error means: `unavailable` or `lost` for Postgres or the connection; `undefined` for any
 * other.
 */
export function postgresFailure(error: unknown): "unavailable" | "lost" | undefined {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && SAYS_LOST.test(error.message) ? "lost" : undefined;
  if (LOST.test(code)) return "lost";
  return SQLSTATE.test(code) && UNAVAILABLE.test(code) ? "unavailable" : undefined;
}

/** serialization_failure and deadlock_detected: the statement did nothing and can be retried. */
export function isConflict(error: unknown): boolean {
  return /^(40001|40P01)$/.test(`${codeOf(error)}`);
}

/** Returns the code of an error of Postgres or of its client. */
export function codeOf(error: unknown): string | undefined {
  const { code }: { readonly code?: unknown } = Object(error);
  return typeof code === "string" ? code : undefined;
}
