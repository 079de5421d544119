import { fork } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { installPinned } from "./pinned.ts";

/** An npm registry on this machine, in a process of its own, that starts empty. */
export interface Registry {
  /** Its address, such as `http://127.0.0.1:41873/`. */
  readonly url: string;
  /** What an `.npmrc` says so that packages of our scope come from here, and all others from where they always come. */
  readonly npmrc: string;
  /**
   * Publishes a tarball with npm, as a release does.
   *
   * @throws Error with the output of npm where it is refused.
   */
  publish(tarball: string): Promise<void>;
  /** Ends the process. */
  close(): Promise<void>;
}

/** The scope of the packages that are published. */
const SCOPE = "@keywright";

/**
 * Starts Verdaccio on a free port of the loopback address, without a link to any other registry.
 *
 * @param folder An empty folder for what is published; the caller removes it.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const verdaccio = (await installPinned("registry"))("verdaccio");
  const storage = join(folder, "storage");
  await mkdir(storage, { recursive: true });
  const server = fork(resolve(import.meta.dirname, "registry-process.ts"), [verdaccio, storage], { execArgv: ["--import", "tsx"], silent: true });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const port = await new Promise<number>((started, failed) => {
    server.once("message", (message) => started(message as number));
    server.once("exit", (code) => failed(new Error(`the registry has ended with ${code} before it listened\n${said}`)));
  });
  const url = `http://127.0.0.1:${port}/`;
  // npm does not publish without a token; this registry takes any.
  const npmrc = `${SCOPE}:registry=${url}\n//127.0.0.1:${port}/:_authToken=any\n`;
  await writeFile(join(folder, ".npmrc"), npmrc);
  return {
    url,
    npmrc,
    async publish(tarball) {
      const { ok, output } = await runCommand("npm", ["publish", tarball, "--access", "public", "--tag", "latest"], { folder });
      if (!ok) throw new Error(`${tarball} is refused by the registry\n${output}`);
    },
    async close() {
      if (server.exitCode !== null) return;
      const ended = new Promise((resolved) => server.once("exit", resolved));
      server.kill();
      await ended;
    },
  };
}
