import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { installPinned } from "./pinned.ts";

/** An empty npm registry on this machine. */
export type Registry = Awaited<ReturnType<typeof startRegistry>>;

/** The scope of the packages that are published. */
const SCOPE = "@keywright";

const PROGRAMS = join(import.meta.dirname, "../../pins/registry/node_modules/.bin");

const USER = { name: "maintainer", password: "of-a-registry-for-tests" };

/**
 * Starts Verdaccio on a free port of the loopback address, without another registry.
 *
 * @param folder For published packages and an `.npmrc` to publish with; the caller removes it.
 */
export async function startRegistry(folder: string) {
  const resolve = await installPinned("registry");
  const storage = join(folder, "storage");
  await mkdir(storage, { recursive: true });
  const configuration = {
    configPath: join(storage, "config.yaml"),
    storage,
    uplinks: {},
    auth: { htpasswd: { file: join(storage, ".htpasswd"), algorithm: "sha1" } },
    packages: { "**": { access: "$all", publish: "$authenticated", unpublish: "$none" } },
    publish: { allow_offline: true },
    flags: { stage: true },
    max_body_size: "50mb",
    web: { enable: false },
    log: { type: "stdout", format: "json", level: "fatal" },
  };
  const words = [join(import.meta.dirname, "registry-process.ts"), resolve("verdaccio"), JSON.stringify(configuration)];
  return useRegistry(spawn(join(PROGRAMS, "node"), words, { stdio: ["pipe", "pipe", "inherit"] }), folder);
}

/**
 * Waits until a process prints the port of its registry, and makes a user there.
 *
 * @throws Error if that fails; the process has ended then.
 */
export async function useRegistry(child: ChildProcessByStdio<Writable, Readable, null>, folder: string) {
  // From the start, because a process that has ended sends no second event.
  const exited = once(child, "exit");
  const close = async (): Promise<void> => {
    child.stdin.end();
    await exited;
  };
  try {
    const port = await Promise.race([once(createInterface(child.stdout), "line"), exited.then(() => [])]);
    if (port.length === 0) throw new Error("the registry ended before it listened; its output is above");
    const url = `http://127.0.0.1:${String(port[0])}/`;
    const response = await fetch(`${url}-/user/org.couchdb.user:${USER.name}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(USER),
    });
    if (!response.ok) throw new Error(`expected status 201 of the registry for a new user, got ${response.status}: ${await response.text()}`);
    const { token } = (await response.json()) as { readonly token: string };
    const npmrc = `${SCOPE}:registry=${url}\n//${new URL(url).host}/:_authToken=${token}\n`;
    // npm lists and approves stages only at its default registry.
    await writeFile(join(folder, ".npmrc"), `registry=${url}\n${npmrc}`);
    return {
      url,
      /** An `.npmrc` that installs only packages of the scope from here. */
      npmrc,
      /** The folder with an npm that stages packages, and its Node. */
      programs: PROGRAMS,
      /** Returns how many packages are staged completely. */
      async countStaged(): Promise<number> {
        const stages = await fetch(`${url}-/stage`, { headers: { authorization: `Bearer ${token}` } });
        return ((await stages.json()) as { readonly items: readonly unknown[] }).items.length;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
