import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Postgres server for one test. */
export interface PostgresServer {
  /** Such as `postgres://postgres@127.0.0.1:40123/postgres`. */
  readonly url: string;
  /** Kills it with SIGKILL and starts it again with its data. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

const NOBODY = 65_534;
const DEBIAN = "/usr/lib/postgresql";

/** Returns the folder with the programs of Postgres; `undefined` if it is not installed. */
function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(DEBIAN, version, "bin")).find((folder) => existsSync(join(folder, "initdb")));
}

/** Starts Postgres on a free port of this machine. Its data are deleted when it ends. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error(`there is no Postgres in ${DEBIAN}; install Debian's package postgresql`);
  const folder = mkdtempSync(join(tmpdir(), "keywright-postgres-"));
  // Postgres does not run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ("uid" in user) chownSync(folder, NOBODY, NOBODY);
  execFileSync(join(programs, "initdb"), ["-D", folder, "-A", "trust", "-U", "postgres", "--no-sync"], { stdio: "ignore", cwd: folder, ...user });
  const port = await freePort();
  const words = ["-D", folder, "-h", "127.0.0.1", "-p", String(port), "-k", "", "-F"];
  const begin = (tries: number): Promise<ChildProcess> =>
    run(join(programs, "postgres"), words, { cwd: folder, ...user }).catch((error: unknown) => {
      if (tries === 1) throw error;
      return begin(tries - 1);
    });
  let server = await begin(1);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async killAndRestart() {
      await end("SIGKILL");
      // Its own children end by themselves; until then, the data are in use.
      server = await begin(100);
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the program of a server. Resolves when it accepts connections. */
function run(program: string, args: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
  const server = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.includes("ready to accept connections")) resolve(server);
    });
    server.once("exit", (code) => reject(new Error(`Postgres ended with ${code}: ${said.slice(-500)}`)));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
