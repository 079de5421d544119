import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "@keywright/tool-test-kit/command/start-server";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { Pool } from "pg";

export const STREAMS = ["auditevents", "itemusages", "signinattempts"] as const;
const SERVICE_DELAY_MS = 20;

/** A service with many accounts, Postgres with the tables of a fleet, and its workers. */
export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/**
 * Starts a service and Postgres, and creates the tables.
 *
 * @param eventsPerStream How many events each stream has at the start.
 */
export async function startFleet(accounts: number, eventsPerStream: number, pageSize: number) {
  const home = fileURLToPath(new URL("../../../tail", import.meta.url));
  const folder = join(home, `.program-fleet-${process.pid}`);
  await bundlePrograms([join(home, "src/cli.ts"), fileURLToPath(new URL("service.ts", import.meta.url))], folder);
  const postgres = await startPostgres();
  const pool = new Pool({ connectionString: postgres.url, max: 2 });
  pool.on("error", () => {});
  // The bundler keeps the folders of its programs.
  const serve = [join(folder, "contract-tests/test/fleet/service.js"), ...[accounts, eventsPerStream, SERVICE_DELAY_MS].map(String)];
  const service = await startServer(process.execPath, serve, /ready (\{.*\})/);
  const { url, control } = JSON.parse(service.ready) as { readonly url: string; readonly control: string };
  // Without a limit, a service that hangs would hang the run.
  const ask = (path: string): Promise<Response> => fetch(`${control}/${path}`, { signal: AbortSignal.timeout(60_000) });
  const config = join(folder, "fleet.json");
  const names = Array.from({ length: accounts }, (_unused, index) => String(index));
  const env = { ...process.env, ...Object.fromEntries(names.map((name) => [`TOKEN_${name}`, `token-of-${name}`])) };
  const settings = { since: "2020-01-01", interval: 1, "page-size": pageSize, events: { url, token: "env:TOKEN_{account}" } };
  await writeFile(config, JSON.stringify({ accounts: names, streams: STREAMS, ...settings }));
  const program = [join(folder, "tail/src/cli.js"), "worker", "--config", config, "--database", postgres.url];
  const workers = new Set<ChildProcess>();
  const unexpected: string[] = [];
  let isEnding = false;

  const fleet = {
    accounts,
    postgres,
    /** Workers that ended by themselves, with what they said. */
    unexpected,
    /** Runs a statement. */
    rowsOf: async (text: string) => (await pool.query<{ readonly [column: string]: unknown }>(text)).rows,
    /** Adds events to each stream of an account. */
    append: (account: number, count = 1) => ask(`append/${account}/${count}`),
    /** Returns the ids of all events of an account by stream. */
    idsOf: async (account: string) => (await (await ask(`ids/${account}`)).json()) as { readonly [stream: string]: readonly string[] },
    startWorker(): ChildProcess {
      const worker = spawn(process.execPath, program, { env, stdio: ["ignore", "ignore", "pipe"] });
      let said = "";
      worker.stderr.on("data", (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
      worker.once("exit", (code, signal) => {
        workers.delete(worker);
        if (!isEnding && signal !== "SIGKILL") unexpected.push(`a worker ended with ${code ?? signal}: ${said.slice(-500)}`);
      });
      workers.add(worker);
      return worker;
    },
    /** Ends the workers as a supervisor does, and returns their exit codes. */
    async endWorkers(): Promise<readonly (number | string)[]> {
      isEnding = true;
      const ends = [...workers].map(async (worker) => (worker.kill("SIGTERM"), once(worker, "exit")));
      return (await Promise.all(ends)).map(([code, signal]) => (code as number | null) ?? String(signal));
    },
    async stop(): Promise<void> {
      isEnding = true;
      for (const worker of workers) worker.kill("SIGKILL");
      await service.stop();
      await pool.end().catch(() => {});
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    const [code] = await once(spawn(process.execPath, [...program, "--create-tables"], { env, stdio: "inherit" }), "exit");
    if (code !== 0) throw new Error(`keywright-tail ended with ${String(code)}`);
  } catch (error) {
    await fleet.stop();
    throw error;
  }
  return fleet;
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
