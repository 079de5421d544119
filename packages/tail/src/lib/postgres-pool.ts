import type { Environment } from "@keywright/core/node";
import type { Pool } from "pg";
import { loadOptional } from "./optional-package.ts";
import { readSecret } from "./secrets.ts";

const CONNECT_MS = 10_000;

/**
 * Creates a pool of connections, which are opened when they are used.
 *
 * @param url An address without a password.
 * @param name The name of the sink, for the environment variable of its password.
 */
export async function openPool(url: string, env: Environment, name: string): Promise<Pool> {
  const { Pool } = await loadOptional("an address of Postgres", "pg", async () => (await import("pg")).default);
  const password = (await readSecret(env, name, "PASSWORD")) ?? env["PGPASSWORD"];
  const address = new URL(url);
  // The setter keeps a percent sign as it is.
  if (password !== undefined) address.password = encodeURIComponent(password);
  const pool = new Pool({ connectionString: address.href, connectionTimeoutMillis: CONNECT_MS });
  // Without a listener, a connection that breaks while it is not used would end the process.
  pool.on("error", () => {});
  return pool;
}
