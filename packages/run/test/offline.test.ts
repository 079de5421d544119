import { chmod, readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledRun, show, shown } from "./command.ts";
import { SECRETS } from "./support.ts";

const { setUp } = bundledRun();
const ENV = { A: "op://Production/Database/password", B: "op://Build/Registry/token" };
const COPY = ["--offline-copy", "cache/copy"];
const VALUES = { A: SECRETS.database, B: SECRETS.token };

/** A vault whose address can be taken over by another server. */
async function setUpOffline(files: { readonly [name: string]: string } = {}) {
  const { vault, folder, start } = await setUp(files);
  const target = vault.env["KEYWRIGHT_VAULT_URL"];
  let hangs = false;
  const server: Server = createServer((request, response) => {
    if (hangs) return;
    void fetch(new URL(request.url ?? "/", target), { headers: { authorization: request.headers.authorization ?? "" } }).then(
      async (answered) => response.writeHead(answered.status, { "content-type": "application/json" }).end(await answered.text()),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<unknown> => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  onTestFinished(() => void close());
  const { port } = server.address() as { readonly port: number };
  const env = { ...ENV, KEYWRIGHT_VAULT_URL: `http://127.0.0.1:${port}` };
  return {
    vault,
    folder,
    close,
    hang: () => void (hangs = true),
    begin: (args: readonly string[], more: NodeJS.ProcessEnv = {}) => start(args, { ...env, ...more }),
  };
}

describe("--offline-copy", () => {
  it("starts a command with the last secrets while no server listens, within a second more, in one line on stderr", async () => {
    const { folder, close, begin } = await setUpOffline();
    const first = begin([...COPY, "--no-masking", ...show("A", "B")]);
    expect([await first.ended, shown(first), first.output.stderr]).toEqual([[0, null], VALUES, ""]);
    await close();
    const second = begin([...COPY, "--no-masking", "--json", ...show("A", "B")]);
    expect([await second.ended, shown(second)]).toEqual([[0, null], VALUES]);
    const line = JSON.parse(second.output.stderr) as object;
    expect(line).toMatchObject({ level: "warn", event: "offline-copy", items: 2, confirmedAt: expect.stringMatching(/^20.*Z$/) });
    expect(await readdir(join(folder, "cache"))).toEqual(["copy"]);
    const bytes = await readFile(join(folder, "cache/copy"));
    for (const secret of Object.values(SECRETS)) expect(bytes.includes(secret)).toBe(false);
    const masked = begin([...COPY, ...show("A")]);
    expect([await masked.ended, shown(masked)]).toEqual([[0, null], { A: "[secret]" }]);
    expect(masked.output.stderr).toMatch(
      /^keywright-run: the vault is away, so 2 items come from the offline copy, last confirmed at 20[^\n]*ECONNREFUSED[^\n]*\n$/,
    );
  });

  it("has the fields of whole items, too", async () => {
    const { close, begin } = await setUpOffline();
    const args = [...COPY, "--env-from", "op://Build/Registry", "--no-masking", ...show("TOKEN", "KEY")];
    expect(await begin(args).ended).toEqual([0, null]);
    await close();
    const second = begin(args);
    expect([await second.ended, shown(second)]).toEqual([[0, null], { TOKEN: SECRETS.token, KEY: SECRETS.key }]);
  });

  it.each([
    ["a command", ["--", "sh", "-c", 'printf %s "$A" | wc -c'], `${SECRETS.database.length}\n`],
    ["a command with --watch", ["--watch", "--", "sh", "-c", 'printf %s "$A" | wc -c'], `${SECRETS.database.length}\n`],
    ["inject", ["inject", "-i", "t.tpl"], SECRETS.database],
    ["inject --watch", ["inject", "t.tpl", "-o", "out", "--watch"], ""],
  ])("belongs to %s, and replaces a request that hangs for --offline-after", async (name, args, printed) => {
    const { folder, begin, hang } = await setUpOffline({ "t.tpl": "{{ op://Production/Database/password }}" });
    const options = [...COPY, "--max-age", "1h", "--offline-after", "0.2s"];
    const run = async () => {
      const started = begin(args[0] === "inject" ? [...args, ...options] : [...options, ...args], { B: undefined });
      if (name === "inject --watch") {
        await started.saying("out was written");
        started.child.kill();
      }
      await started.ended;
      return started.output;
    };
    expect((await run()).stdout).toBe(printed);
    hang();
    const { stdout, stderr } = await run();
    expect(stdout).toBe(printed);
    expect(stderr).toMatch(/1 item comes from the offline copy, last confirmed at 20[^\n]*within 200 ms/);
    if (name === "inject --watch") expect(await readFile(join(folder, "out"), "utf8")).toBe(SECRETS.database);
  });

  it("that other users can read, or that is another file, ends with 2 before anything is started", async () => {
    const { folder, begin } = await setUpOffline({ "app.env": "A=1" });
    await begin([...COPY, ...show()]).ended;
    await chmod(join(folder, "cache/copy"), 0o644);
    const open = begin([...COPY, ...show()]);
    expect([await open.ended, open.output.stdout]).toEqual([[2, null], ""]);
    expect(open.output.stderr).toContain(
      "--offline-copy must be readable and writable only for its owner; the file cache/copy has mode 644: run chmod 600 cache/copy",
    );
    await chmod(join(folder, "app.env"), 0o600);
    const other = begin(["--offline-copy", "app.env", ...show()]);
    expect([await other.ended, other.output.stdout]).toEqual([[2, null], ""]);
    expect(other.output.stderr).toContain("--offline-copy must be an offline copy or a new file; app.env is another file");
  });

  it("is removed and not used after a rejected token", async () => {
    const { vault, folder, close, begin } = await setUpOffline();
    await begin([...COPY, ...show()]).ended;
    vault.emulator.inject({ operationId: "listVaults", response: { status: 401 }, times: "always" });
    const rejected = begin([...COPY, ...show()]);
    expect(await rejected.ended).toEqual([3, null]);
    const removed = "keywright-run: the offline copy cache/copy was removed, because none of its secrets may be used any longer\n";
    expect(rejected.output.stderr).toContain(removed);
    expect(await readdir(join(folder, "cache"))).toEqual([]);
    const without = begin([...COPY, ...show()]);
    expect(await without.ended).toEqual([3, null]);
    expect(without.output.stderr).not.toContain("was removed");
    await close();
    expect(await begin([...COPY, ...show()]).ended).toEqual([3, null]);
  });
});
