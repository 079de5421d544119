import { UsageError } from "@keywright/cli-kit";
import { fleetStreams, type FleetSelection } from "@keywright/core/postgres";
import type { FleetCommand } from "../command/fleet-file.ts";
import { openFleetPool, queryOf, type PoolContext } from "../connections/postgres-pool.ts";
import type { ExitCode } from "../report/exit.ts";
import type { Settings } from "../settings/settings.ts";
import { statusText } from "./report.ts";

const DONE = {
  pause: "paused; a turn under way commits nothing more. fleet resume continues where they ended",
  resume: "resumed where they ended",
  retry: "that wait after a failure are due now",
  reset: "begin again at the time: events from then on come again, and the table keeps one of each id",
} as const;

/**
 * Prints how a fleet is, or changes its streams and prints what it did.
 *
 * @throws UsageError if there is no such stream to change.
 */
export async function runFleetCommand(
  { action, account, stream }: FleetCommand,
  settings: Settings,
  context: PoolContext,
  print: (text: string) => Promise<unknown>,
): Promise<ExitCode> {
  const pool = await openFleetPool(settings, context);
  try {
    const streams = fleetStreams({ query: queryOf(pool) });
    if (action === "status") {
      const status = await streams.status({ account, stream });
      const reasons = status.reasons.map(({ account: name, stream: of, failures, message }) => `${name} ${of}: ${message} (${failures} in a row)\n`);
      const lags = (await streams.lags({ limit: 5 })).map(({ account: name, lagSeconds }) => `${name} lags ${Math.round(lagSeconds)} s\n`);
      await print(`${statusText(status)}\n${[...lags, ...reasons].join("")}`);
      return 0;
    }
    const selection: FleetSelection = { account, stream };
    const count = action === "reset" ? await streams.reset({ ...selection, since: String(settings.jobs[0]?.since) }) : await streams[action](selection);
    const what = [stream, account === undefined ? undefined : `of ${account}`].filter((part) => part !== undefined).join(" ");
    if (count === 0 && action !== "retry") throw new UsageError(`fleet ${action} found no stream ${what} to change: fleet status shows the streams`);
    await print(`${count} ${count === 1 ? "stream" : "streams"} ${what === "" ? "" : `${what} `}${DONE[action]}\n`);
    return 0;
  } finally {
    await pool.end();
  }
}
