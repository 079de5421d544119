import { isKeywrightError } from "@keywright/core/client";
import { isSinkError, SinkError } from "../sink-error.ts";

// PostgreSQL, "Appendix A. PostgreSQL Error Codes". Classes: connection exception, transaction rollback, insufficient resources, operator intervention;
// lock_not_available; idle_in_transaction_session_timeout; read_only_sql_transaction, of a server that is not the primary one after a failover.
const UNAVAILABLE = /^(08|40|53|57)|^(55P03|25P03|25006)$/;
// Classes: data exception, integrity constraint violation, program limit exceeded; untranslatable_character.
const REJECTED = /^(22|23|54)/;

const SQLSTATE = /^[0-9A-Z]{5}$/;
// Node and the clients name lost connections differently, and some of those of `pg` have no code.
const LOST = /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND)|CONNECT)/;
const SAYS_LOST = /connection|timeout/i;

/** Returns the error of a statement as a {@link SinkError} if a retry or setting an event aside can help; otherwise the error itself. */
export function postgresError(error: unknown, table: string): unknown {
  if (isSinkError(error) || isKeywrightError(error)) return error;
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(error);
  const name = typeof code === "string" ? code : undefined;
  const said = name === undefined ? "" : ` (${name})`;
  if (name !== undefined && SQLSTATE.test(name) && !LOST.test(name)) {
    if (UNAVAILABLE.test(name)) return new SinkError("unavailable", `Postgres cannot take events now${said}`, { cause: error });
    if (REJECTED.test(name)) return new SinkError("rejected", `Postgres rejects the event${said}`, { cause: error });
    // undefined_table
    if (name === "42P01")
      return new Error(`expected the table ${table} in Postgres; got none${said}. Create it with the statements of eventTable()`, { cause: error });
    return error;
  }
  const isLost = name === undefined ? SAYS_LOST.test(String(message)) && error instanceof Error : LOST.test(name);
  return isLost ? new SinkError("unavailable", `the connection to Postgres is lost${said}`, { cause: error }) : error;
}
