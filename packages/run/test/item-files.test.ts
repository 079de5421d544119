import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledRun, show, shown } from "./command.ts";

const { setUp: setUpVault } = bundledRun();
const PEM = `-----BEGIN EXAMPLE-----\r\n${"sentinel-of-the-first-line".padEnd(64, "A")}\nsentinel-of-the-second-line\n-----END EXAMPLE-----\n`;
const BINARY = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256));
const ENV = { KEY: "op://Build/Registry/server.pem", STORE: "op://Build/Registry/TLS/store.p12" };
const hash = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

/** A vault whose item Registry has a file of text, a binary one in a section, and a large one. */
async function setUp(files: { readonly [name: string]: string } = {}) {
  const { vault, ...rest } = await setUpVault(files);
  const { store } = vault.emulator;
  const item = () => store.items.list().filter(({ title }) => title === "Registry")[0] ?? expect.fail();
  const { id } = item();
  store.items.replace({ ...item(), sections: [{ id: "tls", label: "TLS" }] });
  const ids = {
    key: vault.emulator.attachFile(id, { name: "server.pem", text: PEM }),
    store: vault.emulator.attachFile(id, { name: "store.p12", contentBase64: BINARY.toString("base64"), section: { id: "tls" } }),
    large: vault.emulator.attachFile(id, { name: "large.txt", text: "line-of-64-bytes".repeat(20_000) }),
  };
  /** Replaces the text of a file, as a new version of its item. */
  const change = (text: string): void => {
    store.items.replace({ ...item(), files: item().files.filter((file) => file.id !== ids.key) });
    ids.key = vault.emulator.attachFile(id, { name: "server.pem", text });
  };
  return { vault, ids, change, ...rest };
}

describe("a reference to a file of an item", () => {
  it("has its bytes unchanged with --files, with mode 0400, by name, section or id", async () => {
    const { folder, start, ids } = await setUp();
    const env = { ...ENV, BY_ID: `op://Build/Registry/${ids.store}` };
    const started = start(
      ["--files", "secrets", "--no-masking", "--", "sh", "-c", 'sha256sum "$KEY_FILE" "$STORE_FILE" "$BY_ID_FILE"; stat -L -c %a "$STORE_FILE"'],
      env,
    );
    expect([await started.ended, started.output.stderr]).toEqual([[0, null], ""]);
    expect(started.output.stdout.match(/^\w+/gm)).toEqual([hash(PEM), hash(BINARY), hash(BINARY), "400"]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("replaces the file whole when it changes in the vault, and names it as it was written", async () => {
    const { folder, start, change } = await setUp();
    const script = `trap 'cat secrets/KEY; exit 0' HUP; echo up; while :; do sleep 0.05; done`;
    const started = start(["--files", "secrets", "--no-masking", "--watch", "--poll", "1", "--signal", "HUP", "--", "sh", "-c", script], ENV);
    await started.saying("up");
    const before = await stat(join(folder, "secrets", "KEY"));
    change("another-key\n");
    expect(await started.ended).toEqual([0, null]);
    expect([started.output.stdout, before.mode & 0o777]).toEqual(["up\nanother-key\n", 0o400]);
    expect(started.output.stderr).toContain(`${ENV.KEY} was changed (version 16)`);
  });

  it("is text in a variable and a template; bytes that are none are an error that names --files", async () => {
    const { folder, start, vault } = await setUp({ "t.tpl": "key: {{ op://Build/Registry/server.pem }}", "b.tpl": "{{ Build/Registry/store.p12 }}" });
    const text = start(["--no-masking", ...show("KEY")], { KEY: ENV.KEY });
    expect([await text.ended, shown(text)]).toEqual([[0, null], { KEY: PEM }]);
    expect(await start(["inject", "t.tpl", "-o", "out"]).ended).toEqual([0, null]);
    expect(await readFile(join(folder, "out"), "utf8")).toBe(`key: ${PEM}`);
    for (const args of [["inject", "b.tpl", "-o", "bad"], show("STORE")]) {
      const started = start(args, { STORE: ENV.STORE });
      expect([await started.ended, started.output.stdout]).toEqual([[3, null], ""]);
      expect(started.output.stderr).toContain("is not text in UTF-8: end the reference with ?attribute=base64, or use --files of keywright-run");
    }
    const item = vault.emulator.store.items.list().find(({ title }) => title === "Registry");
    vault.emulator.attachFile(item?.id ?? "", { name: "nul", text: "a\0b" });
    const nul = start(show("NUL"), { NUL: "op://Build/Registry/nul" });
    expect([await nul.ended, nul.output.stderr]).toEqual([[3, null], expect.stringContaining("which no environment variable can: use --files")]);
    expect(await readdir(folder)).toEqual(["b.tpl", "out", "t.tpl"]);
    const encoded = start(["read", "-n", `${ENV.STORE}?attribute=base64`]);
    expect([await encoded.ended, encoded.output.stdout]).toEqual([[0, null], BINARY.toString("base64")]);
  });

  it("is checked, also one that needs --files", async () => {
    const { start } = await setUp();
    const started = start(["check"], ENV);
    expect([await started.ended, started.output.stderr]).toEqual([[0, null], ""]);
    expect(started.output.stdout).toBe(`KEY: ${ENV.KEY} (version 15)\nSTORE: ${ENV.STORE} (version 15), is no text: use --files\n`);
  });

  it("is masked in the output by its lines, and by the Base64 of other bytes; one that is too long is an error", async () => {
    const { start } = await setUp();
    const started = start(
      ["--files", "secrets", "--", "sh", "-c", 'cat "$KEY_FILE"; tail -n 2 "$KEY_FILE"; base64 "$KEY_FILE"; base64 -w0 "$STORE_FILE"'],
      ENV,
    );
    expect([await started.ended, started.output.stderr]).toEqual([[0, null], ""]);
    expect(started.output.stdout).not.toMatch(/sentinel|c2VudGluZWw|EXAMPLE/);
    expect(started.output.stdout).not.toContain(BINARY.toString("base64").slice(0, 40));
    const large = { LARGE: "op://Build/Registry/large.txt" };
    const long = start(["--files", "secrets", "--", "echo", "up"], large);
    expect([await long.ended, long.output.stdout]).toEqual([[3, null], ""]);
    expect(long.output.stderr).toContain("LARGE: it has 320000 bytes, and at most 262144 can be masked: use --no-masking");
    const open = start(["--files", "secrets", "--no-masking", "--", "sh", "-c", 'wc -c < "$LARGE_FILE"'], large);
    expect([await open.ended, open.output.stdout.trim()]).toEqual([[0, null], "320000"]);
  });

  it("names only the variables whose file is gone or forbidden, and starts nothing", async () => {
    const { start, vault } = await setUp();
    const env = { FIELD: "op://Build/Registry/token", STORE: ENV.STORE, GONE: "op://Build/Registry/gone.pem" };
    for (const status of [403, 404]) {
      vault.emulator.inject({ operationId: "getFile", response: { status }, times: 1 });
      const started = start(show("FIELD"), env);
      expect([await started.ended, started.output.stdout]).toEqual([[3, null], ""]);
      expect(started.output.stderr).toMatch(
        new RegExp(
          `2 values cannot be resolved:\n  STORE: getFile failed with status ${status}.*\n  GONE: item .* has no field or file with the name "gone.pem"`,
        ),
      );
    }
  });

  it("is in the offline copy, encrypted", async () => {
    const { folder, start, vault } = await setUp();
    const target = vault.env["KEYWRIGHT_VAULT_URL"];
    const proxy = createServer((request, response) => {
      void fetch(new URL(request.url ?? "/", target), { headers: { authorization: request.headers.authorization ?? "" } }).then(async (from) =>
        response.writeHead(from.status, { "content-type": from.headers.get("content-type") ?? "" }).end(Buffer.from(await from.arrayBuffer())),
      );
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const close = (): Promise<unknown> => new Promise((resolve) => (proxy.closeAllConnections(), proxy.close(resolve)));
    onTestFinished(() => void close());
    const { port } = proxy.address() as { readonly port: number };
    const env = { ...ENV, LARGE: "op://Build/Registry/large.txt", KEYWRIGHT_VAULT_URL: `http://127.0.0.1:${port}` };
    const args = [
      "--files",
      "secrets",
      "--no-masking",
      "--offline-copy",
      "cache/copy",
      "--",
      "sh",
      "-c",
      'sha256sum "$KEY_FILE" "$STORE_FILE"; wc -c < "$LARGE_FILE"',
    ];
    const first = start(args, env);
    expect([await first.ended, first.output.stderr]).toEqual([[0, null], ""]);
    const bytes = await readFile(join(folder, "cache/copy"));
    for (const plain of ["sentinel", Buffer.from(PEM).toString("base64").slice(0, 32), BINARY.subarray(0, 32)]) expect(bytes.includes(plain)).toBe(false);
    await close();
    const second = start(args, env);
    expect([await second.ended, second.output.stdout]).toEqual([[0, null], first.output.stdout]);
    expect(second.output.stdout.match(/^\w{64}/gm)).toEqual([hash(PEM), hash(BINARY)]);
    expect(second.output.stderr).toContain("1 item comes from the offline copy");
  });
});
