import { type ChildProcess, execFileSync, spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { ROOT } from "../services/index.ts";

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
/** Copies a folder to a path, unless another process was first. */
const KEEP = 'mkdir -p "$2" && made=$(mktemp -d "$1.XXXXXX") && { cp -a "$0/." "$made" && mv -T "$made" "$1" || rm -r "$made"; }';

/** Returns the folder with the programs of Postgres; `undefined` if it is not installed. */
function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(DEBIAN, version, "bin")).find((folder) => existsSync(join(folder, "initdb")));
}

/** A server that takes only connections with TLS and a password. */
export interface TlsOptions {
  /** The key and the certificate of the server, in PEM. */
  readonly identity: { readonly key: string; readonly cert: string };
  /** The password of its user. */
  readonly password: string;
}

/** Starts Postgres on a free port of this machine. Its data are deleted when it ends. */
export async function startPostgres(tls?: TlsOptions): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error(`there is no Postgres in ${DEBIAN}; install Debian's package postgresql`);
  const folder = mkdtempSync(join(tmpdir(), "keywright-postgres-"));
  // Postgres does not run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ("uid" in user) chownSync(folder, NOBODY, NOBODY);
  const initial = ["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C"];
  // The data of a new server are kept for this user if they can be: initdb takes a second.
  const kept = join(ROOT, `node_modules/.cache/postgres-${process.getuid?.()}`, [basename(dirname(programs)), ...initial].join(""));
  if (existsSync(kept)) execFileSync("cp", ["-a", `${kept}/.`, folder]);
  else {
    execFileSync(join(programs, "initdb"), ["-D", folder, ...initial], { stdio: "ignore", cwd: folder, ...user });
    spawnSync("sh", ["-c", KEEP, folder, kept, dirname(kept)], { stdio: "ignore" });
  }
  const single = ["--single", "-D", folder, "-c", "log_min_messages=fatal", "postgres"];
  if (tls) execFileSync(join(programs, "postgres"), single, { input: `ALTER USER postgres PASSWORD '${tls.password}'`, cwd: folder, ...user });
  const port = await freePort();
  const words = ["-D", folder, "-h", "127.0.0.1", "-p", String(port), "-k", "", "-F", ...(tls === undefined ? [] : requireTls(folder, tls))];
  const begin = (tries: number): Promise<ChildProcess> =>
    run(join(programs, "postgres"), words, { cwd: folder, ...user }).catch((error: unknown) => {
      if (tries === 1) throw error;
      return begin(tries - 1);
    });
  let server = await begin(1);
  const end = (signal: NodeJS.Signals): Promise<unknown> => Promise.all([once(server, "exit"), server.kill(signal)]);
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

/** Writes the files of a server that requires TLS, and returns its arguments. */
function requireTls(folder: string, { identity }: TlsOptions): string[] {
  const write = (name: string, text: string): void => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY);
  };
  write("server.key", identity.key);
  write("server.crt", identity.cert);
  // The password itself, so that a test would see a client that sends it too early.
  write("pg_hba.conf", "hostssl all all all password\n");
  return ["-c", "ssl=on"];
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
  await once(probe.close(), "close");
  return port;
}
