import { platformClock } from "@keywright/core/client";
import type { CommandContext } from "../settings/command-context.ts";
import { openFleetPool, queryOf } from "../connections/postgres-pool.ts";
import type { Sender } from "../connections/sender.ts";
import { type Connection, serviceOf, type StreamName } from "../events/streams.ts";
import type { Job, Settings } from "../settings/settings.ts";
import { createAccounts } from "./accounts.ts";
import { createFleetConnections } from "./connections.ts";
import { createReferences } from "./references.ts";

/**
 * Returns the connections of the account of the jobs, with its present tokens.
 *
 * @param config Path of the file of the fleet.
 * @throws UsageError if there is no such account.
 */
export async function connectAccount(
  config: string,
  { jobs, maxPageBytes: maxResponseBytes }: Settings,
  sender: Sender,
  { env, signal, clock = platformClock }: CommandContext,
) {
  const [{ account: name = "" }] = jobs as readonly [Job];
  const pool = await openFleetPool({ jobs }, { env, sender });
  const references = createReferences(env, sender, clock);
  try {
    const accounts = createAccounts(config, "", queryOf(pool), () => {});
    await accounts.refresh();
    const connections = createFleetConnections({ accounts, references, sender, clock, maxResponseBytes, signal });
    // Unlike a turn of a worker, an audit has no schedule that retries.
    const open = async (stream: StreamName) => [stream, { ...(await connections.of(name, stream)), retry: {} }] as const;
    const opened = new Map(await Promise.all(jobs.map(({ stream }) => open(stream))));
    return {
      events: [...opened].find(([stream]) => serviceOf(stream) === "events")?.[1],
      of(stream: StreamName): Connection {
        const connection = opened.get(stream);
        if (connection === undefined) throw new Error(`defect of keywright-tail: there is no connection for ${stream}`);
        return connection;
      },
    };
  } finally {
    references.close();
    await pool.end();
  }
}
