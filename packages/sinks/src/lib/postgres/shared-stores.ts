import { type PostgresCheckpointOptions, type PostgresCheckpointStore, postgresCheckpoints } from "@keywright/core/postgres";
import { type PgPool, queryOf } from "./transaction.ts";

type Options = Omit<PostgresCheckpointOptions, "query">;

const storesOf = new WeakMap<PgPool, { readonly options: Options; readonly store: PostgresCheckpointStore }[]>();

/** Returns the store of all sinks with a pool and options, which renews its leases together. */
export function sharedStore(pool: PgPool, options: Options): PostgresCheckpointStore {
  const stores = storesOf.get(pool) ?? [];
  storesOf.set(pool, stores);
  const { table, leaseMs, clock, processes } = options;
  const known = stores.find(({ options: own }) => own.table === table && own.leaseMs === leaseMs && own.clock === clock && own.processes === processes);
  if (known !== undefined) return known.store;
  const store = postgresCheckpoints({ ...options, query: queryOf(pool) });
  stores.push({ options, store });
  return store;
}
