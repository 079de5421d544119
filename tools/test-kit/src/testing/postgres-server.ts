import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Postgres server for one test. */
export interface PostgresServer {
  /** Such as `postgres://postgres@127.0.0.1:40123/postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

const NOBODY = 65_534;
const DEBIAN = "/usr/lib/postgresql";

/** Returns the folder with the programs of Postgres; `undefined` if it is not installed. */
export function postgresPrograms(): string | undefined {
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
  const server = spawn(join(programs, "postgres"), ["-D", folder, "-h", "127.0.0.1", "-p", String(port), "-k", "", "-F"], {
    stdio: ["ignore", "ignore", "pipe"],
    cwd: folder,
    ...user,
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    server.stderr.on("data", (text: Buffer) => {
      said += text.toString();
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("exit", (code) => reject(new Error(`Postgres ended with ${code}: ${said.slice(-500)}`)));
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { readonly port: number };
      probe.close(() => resolve(port));
    });
  });
}
