import { readFile } from "node:fs/promises";
import { UsageError } from "@keywright/cli-kit";
import type { Environment } from "@keywright/core/node";
import type { PostgresQuery } from "@keywright/core/postgres";
import type { Pool, PoolConfig } from "pg";
import { loadOptional } from "./optional-package.ts";
import { type PostgresAddress, readPostgres } from "./postgres-address.ts";
import { readSecret } from "./secrets.ts";
import type { Sender } from "./sender.ts";

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
// Longer than all limits of statements and transactions, which say more.
const QUERY_MS = 120_000;

/** What a pool needs of the command. */
export interface PoolContext {
  readonly env: Environment;
  readonly sender: Pick<Sender, "authorities">;
  /** How long a statement may take, in milliseconds; 0: without a limit. @default 120000 */
  readonly queryMs?: number;
}

/**
 * Creates a pool of connections, which are opened when they are used.
 *
 * @param url An address without a password.
 * @param name The name of the sink, for the environment variable of its password.
 */
export async function openPool(url: string, name: string, { env, sender, queryMs = QUERY_MS }: PoolContext): Promise<Pool> {
  const { Pool } = await loadOptional("an address of Postgres", "pg", async () => (await import("pg")).default);
  // Its library would connect without a certificate.
  if (env["NODE_PG_FORCE_NATIVE"]) throw new UsageError("the environment has NODE_PG_FORCE_NATIVE, with which no certificate is checked: remove it");
  const { isEncrypted, sslcert, sslkey, ...address } = readPostgres(name, url);
  const pool = new Pool({
    ...address,
    password: (await readSecret(env, name, "PASSWORD")) ?? env["PGPASSWORD"],
    connectionTimeoutMillis: CONNECT_MS,
    // A machine that ended without a word would keep its connections: TCP notices it in 15 minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    query_timeout: queryMs,
    // Set in any case, because pg reads PGSSLMODE otherwise.
    ssl: isEncrypted && (await tlsOf(address.host, { sslcert, sslkey }, sender)),
  });
  // Without a listener, a connection that breaks while it is not used would end the process.
  pool.on("error", () => {});
  return pool;
}

/** Returns a function that runs one statement on any connection of a pool. */
export function queryOf(pool: Pick<Pool, "query">): PostgresQuery {
  return async (text, values) => (await pool.query<{ readonly [column: string]: unknown }>(text, [...values])).rows;
}

/** Returns TLS options that check certificates. Older versions of pg pass no IP address. */
async function tlsOf(
  host: string,
  { sslcert, sslkey }: Pick<PostgresAddress, "sslcert" | "sslkey">,
  { authorities }: PoolContext["sender"],
): Promise<NonNullable<PoolConfig["ssl"]>> {
  return {
    host,
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
    ...(sslcert === undefined ? {} : { cert: await readPem("sslcert", sslcert) }),
    ...(sslkey === undefined ? {} : { key: await readPem("sslkey", sslkey) }),
  };
}

async function readPem(parameter: string, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the file of ${parameter} cannot be read (${error.code ?? "unknown"})`);
  });
}
