import { ConfigurationError } from "@keywright/core";
import { isKeywrightError } from "@keywright/core/client";
import { postgresFailure } from "@keywright/core/postgres";
import { isSinkError, SinkError } from "../sink-error.ts";

// Classes: data exception, integrity constraint violation, program limit; untranslatable_character.
const REJECTED = /^(22|23|54)...$/;

/** Returns a {@link SinkError} if a retry or a dead letter can help; otherwise the error itself. */
export function postgresError(error: unknown, table: string): unknown {
  if (isSinkError(error) || isKeywrightError(error)) return error;
  const { code, column }: { readonly code?: unknown; readonly column?: unknown } = Object(error);
  const name = typeof code === "string" ? code : "";
  const said = name === "" ? "" : ` (${name})`;
  const failure = postgresFailure(error);
  if (failure !== undefined)
    return new SinkError("unavailable", `${failure === "lost" ? "the connection to Postgres is lost" : "Postgres cannot take events now"}${said}`, {
      cause: error,
    });
  // undefined_column; not_null_violation of the column that other writers leave out.
  if (name === "42703" || (name === "23502" && column === "account"))
    return new ConfigurationError("invalid-configuration", `the table ${table} has other columns: only those of accounts have the column account`, {
      advice: "use another table for them, of eventTable({ accounts: true })",
      cause: error,
    });
  if (REJECTED.test(name)) return new SinkError("rejected", `Postgres rejects the event${said}`, { cause: error });
  // undefined_table
  if (name === "42P01")
    return new ConfigurationError("invalid-configuration", `there is no table ${table} in Postgres`, {
      option: "table",
      advice: "create it with the statements of eventTable()",
      cause: error,
    });
  return error;
}
