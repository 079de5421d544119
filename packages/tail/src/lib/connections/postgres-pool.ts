import { readFile } from "node:fs/promises";
import { UsageError } from "@keywright/cli-kit";
import type { Environment } from "@keywright/core/node";
import type { PostgresQuery } from "@keywright/core/postgres";
import type { PgPool } from "@keywright/sinks/postgres";
import type { PoolConfig } from "pg";
import type { Job, RemoteAddress, Settings } from "../settings/settings.ts";
import { loadOptional } from "./optional-package.ts";
import { at } from "./place.ts";
import { type PostgresAddress, readPostgres } from "./postgres-address.ts";
import { readSecret, variable } from "./secrets.ts";
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

/** The pool of a database, whose errors say which one it is. */
export interface Database extends PgPool {
  query(text: string, values?: unknown[]): ReturnType<PgPool["query"]>;
  end(): Promise<void>;
}

/** Creates the pool of a fleet, whose database is the sink of all jobs. */
export function openFleetPool({ jobs }: Pick<Settings, "jobs">, context: PoolContext): Promise<Database> {
  const [{ sink }] = jobs as readonly [Job];
  return openPool(sink.address as RemoteAddress, "postgres", context);
}

/**
 * Creates a pool of connections, which are opened when they are used.
 *
 * @param address Has no password.
 * @param name The name of the sink, for the environment variable of its password.
 */
export async function openPool({ url, setting }: Pick<RemoteAddress, "url" | "setting">, name: string, context: PoolContext): Promise<Database> {
  const { env, sender, queryMs = QUERY_MS } = context;
  const { Pool } = await loadOptional("an address of Postgres", "pg", async () => (await import("pg")).default);
  // Its library would connect without a certificate.
  if (env["NODE_PG_FORCE_NATIVE"]) throw new UsageError("the environment has NODE_PG_FORCE_NATIVE, with which no certificate is checked: remove it");
  const { isEncrypted, sslcert, sslkey, ...address } = readPostgres(setting, url);
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
  const { host, port = env["PGPORT"] || 5432, database = env["PGDATABASE"] || address.user } = address;
  const place = {
    name: `database${database ? ` ${database}` : ""} at ${host}, port ${port} (${setting})`,
    address: "the host and the port of the address",
    variables: [variable(name, "PASSWORD"), "PGPASSWORD"],
  };
  return {
    query: (text, values) => at(place, pool.query(text, values)),
    async connect() {
      const client = await at(place, pool.connect());
      return {
        query: (text, values) => at(place, client.query(text, values)),
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
      };
    },
    end: () => pool.end(),
  };
}

/** Returns a function that runs one statement on any connection of a pool. */
export function queryOf(pool: Pick<Database, "query">): PostgresQuery {
  return async (text, values) => (await pool.query(text, [...values])).rows;
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
