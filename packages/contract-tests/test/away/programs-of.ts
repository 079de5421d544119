import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { World } from "./world.ts";

/** How a program is started: its other variables, and how long a request may take. */
export interface Start {
  readonly env?: { readonly [name: string]: string };
  readonly afterMs?: number;
}

/** What a start led to: the secret that the program got, and whether it ended by itself. */
export interface End {
  readonly value: string | undefined;
  readonly code: number | null;
  readonly errors: string;
  /** Whether it did not end by itself. */
  readonly isLate: boolean;
}

const PRELOAD = pathToFileURL(join(import.meta.dirname, "programs/preload.mjs")).href;
const LIMIT_MS = 50_000;

/** The programs of the cells, bundled in a folder. */
export function programsIn(bundles: string) {
  async function begin(world: World, file: string, args: readonly string[], env: Start["env"] = {}): Promise<Running> {
    const authority = join(world.folder, "authority.pem");
    await writeFile(authority, world.authority);
    const own = { KEYWRIGHT_VAULT_URL: world.url, KEYWRIGHT_VAULT_TOKEN: world.token, SECRET: `op://${world.reference}`, NODE_EXTRA_CA_CERTS: authority };
    const preload = Object.keys(env).some((name) => /^(KILL|SHIFT|BOOT)/.test(name)) ? ["--import", PRELOAD] : [];
    const child = spawn(process.execPath, [...preload, join(bundles, file), ...args], {
      cwd: world.folder,
      env: { PATH: process.env["PATH"], ...own, ...env },
    });
    return runningOf(child, () => world.look());
  }

  // A busy machine must not be taken for a vault that hangs.
  const AFTER_MS = 30_000;
  const options = ({ copy }: World, afterMs = AFTER_MS): string[] => ["--offline-copy", copy, "--offline-after", `${afterMs / 1000}s`, "--no-masking"];
  return {
    /** Starts `keywright-run`, which ends at once. */
    async run(world: World, { env, afterMs }: Start = {}): Promise<End> {
      return (await begin(world, "cli.js", [...options(world, afterMs), "--", "sh", "-c", 'printf %s "$SECRET"'], env)).end;
    },
    /** Starts `keywright-run --watch`, which polls each second and logs JSON. */
    watch: (world: World, { env }: Start = {}) =>
      begin(
        world,
        "cli.js",
        [...options(world), "--json", "--watch", "--poll", "1", "--min-interval", "0", "--", "sh", "-c", 'printf "%s\\n" "$SECRET"; exec cat > /dev/null'],
        env,
      ),
    /** Starts a program with `secretCache`, which polls for each line. */
    cache: (world: World, { env, afterMs = AFTER_MS }: Start = {}) => begin(world, "cache.js", [world.copy, world.reference, String(afterMs)], env),
  };
}

/** A program that runs. */
export interface Running {
  /** Waits until an output contains words, or the program ended. */
  saying(words: string): Promise<void>;
  send(line: string): void;
  /** Ends its standard input, and sends SIGTERM if that is not enough. */
  stop(signal?: NodeJS.Signals): Promise<End>;
  readonly end: Promise<End>;
}

function runningOf(child: ChildProcess, look: () => Promise<void>): Running {
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, LIMIT_MS);
  const texts = { stdout: "", stderr: "" };
  let listen = (): void => {};
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (bytes: Buffer) => {
      texts[name] += bytes.toString();
      listen();
    });
  child.stdin?.on("error", () => {});
  // What a killed program started ends with its standard input.
  child.once("exit", () => child.stdin?.end());
  const end = once(child, "close").then(async ([code]: unknown[]) => {
    await look();
    clearTimeout(limit);
    const [line = ""] = texts.stdout.split("\n");
    return { value: line === "" ? undefined : line, code: typeof code === "number" ? code : null, errors: texts.stderr, isLate };
  });
  return {
    end,
    saying: (words) =>
      Promise.race([
        end.then(() => {}),
        new Promise<void>((resolve) => {
          listen = () => `${texts.stdout}${texts.stderr}`.includes(words) && resolve();
          listen();
        }),
      ]),
    send: (line) => void child.stdin?.write(`${line}\n`),
    stop(signal) {
      if (signal === undefined) child.stdin?.end();
      else child.kill(signal);
      return end;
    },
  };
}
