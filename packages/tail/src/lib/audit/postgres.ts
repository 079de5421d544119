import { UsageError } from "@keywright/cli-kit";
import type { Checkpoint } from "@keywright/core/feeds";
import { openPool } from "../connections/postgres-pool.ts";
import { type Job, type RemoteAddress, sinkLabel } from "../settings/settings.ts";
import { copiesOf } from "./entry.ts";
import { parseExact } from "./exact-json.ts";
import type { OpenTarget } from "./target.ts";

/** A table of Postgres, which also has the position. */
export const openTable: OpenTarget<RemoteAddress> = async (job, address, context) => {
  const { fleetStreams, postgresCheckpoints } = await import("@keywright/core/postgres");
  const { stream, account, sink } = job;
  const { table = "keywright_events" } = sink;
  const pool = await openPool(address, sinkLabel(job), context);
  const query = async (text: string, values: readonly unknown[]) => (await pool.query(text, [...values])).rows;
  const { clock } = context;
  return {
    peek: async (name) =>
      account === undefined
        ? postgresCheckpoints({ query, clock }).peek?.(name)
        : positionOf(await fleetStreams({ query, clock }).peek({ account, stream, target: table }), job),
    read: async () => async (keys) => {
      // Postgres takes no text with a null character, so it has no such id.
      const ids = keys.filter((key) => !key.includes("%00")).map((key) => decodeURIComponent(key));
      const [own, values] = account === undefined ? ["", []] : ["account = $3 AND ", [account]];
      const rows = await query(`SELECT id, event::text AS json FROM ${table} WHERE ${own}stream = $1 AND id = ANY($2::text[])`, [stream, ids, ...values]);
      return copiesOf(rows.map(({ id, json }) => ({ key: encodeURIComponent(String(id)), value: parseExact(String(json)) })));
    },
    close: () => pool.end(),
  };
};

function positionOf(checkpoint: Checkpoint | undefined, { stream, account }: Job): Checkpoint {
  if (checkpoint !== undefined) return checkpoint;
  throw new UsageError(`the fleet has no stream ${stream} of ${account}: fleet status shows the streams`);
}
