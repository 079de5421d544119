import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVaultEmulator, serveEmulator } from "@keywright/emulator";
import { createVaultClient, findItem, findVault, itemPatch, itemRef } from "@keywright/vault";
import { onTestFinished } from "vitest";

/** A program of the tests. */
export function program(name: string): string {
  return fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url));
}

const KEY = "-----BEGIN EXAMPLE KEY-----\nfirst-line-of-the-key\nsecond-line-of-the-key\n-----END EXAMPLE KEY-----";

/** The secrets of the two vaults, none of which may be seen. */
export const SECRETS = { database: "sentinel-database-1", token: "sentinel:token/2", key: KEY, short: "abc" };

/** A vault server with two vaults on a port, and the environment that leads to it. */
export async function serveVault() {
  const emulator = createVaultEmulator({
    seed: {
      vaults: [
        {
          name: "Production",
          items: [
            {
              title: "Database",
              category: "DATABASE",
              fields: [
                { label: "user", type: "STRING", value: "app" },
                { label: "password", type: "CONCEALED", value: SECRETS.database },
                { label: "short", type: "CONCEALED", value: SECRETS.short },
                { label: "code", type: "OTP", value: "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ" },
              ],
            },
          ],
        },
        {
          name: "Build",
          items: [
            {
              title: "Registry",
              category: "API_CREDENTIAL",
              fields: [
                { label: "token", type: "CONCEALED", value: SECRETS.token },
                { label: "key", type: "CONCEALED", value: SECRETS.key },
              ],
            },
          ],
        },
      ],
    },
  });
  const server = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => server.close());
  const client = createVaultClient({ baseUrl: server.url, token: emulator.token });
  return {
    emulator,
    env: { KEYWRIGHT_VAULT_URL: server.url, KEYWRIGHT_VAULT_TOKEN: emulator.token } as { readonly [name: string]: string },
    idOf: async (name: string): Promise<string> => (await findVault(client, { name })).id,
    /** Sets the password of the database. */
    async rotate(value: string): Promise<void> {
      const { id: vaultUUID } = await findVault(client, { name: "Production" });
      const item = await findItem(client, { vaultUUID, title: "Database" });
      const { id = "" } = item.fields?.find(({ label }) => label === "password") ?? {};
      await client.patchItem({ ...itemRef(item), body: itemPatch().set(id, "value", value).body });
    },
  };
}

/** A folder for one test, with files, which goes with it. */
export async function folderForTest(files: { readonly [name: string]: string } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-run-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/** A command that was started. */
export interface Started {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Waits until an output contains words. */
  saying(words: string, times?: number): Promise<void>;
  /** How it ended, after all of its output. */
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
}

/** Starts a command in a folder; detached, it has no terminal. */
export function startProcess(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly detached?: boolean },
): Started {
  const child = spawn(file, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (text: Buffer) => {
      output[name] += text.toString("latin1");
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => child.once("close", (code, signal) => resolve([code, signal])));
  return {
    child,
    output,
    ended,
    saying(words, times = 1) {
      const isSaid = (): boolean => `${output.stdout}${output.stderr}`.split(words).length > times;
      if (isSaid()) return Promise.resolve();
      return new Promise((resolve, reject) => {
        void ended.then(() => reject(new Error(`it ended before it said ${words}:\n${output.stdout}${output.stderr}`)));
        listeners.add(() => isSaid() && resolve());
      });
    },
  };
}
