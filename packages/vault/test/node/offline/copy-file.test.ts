import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type OfflineCopyEvent } from "../../../src/cache.ts";
import { offlineCopy, type OfflineCopyOptions } from "../../../src/node.ts";
import type { OpenCopy } from "../../../src/lib/references/offline-copy.ts";
import { resolveSecrets } from "../../../src/references.ts";
import { database, mail, production, Server } from "../../cache/support.ts";
import { caught } from "../../support.ts";
import { DATABASE, finish, MAIL, OWNER, pathForTest, status, start } from "./support.ts";

describe("the file of a copy", () => {
  it("has mode 0600, no plain text, other bytes at each write, and only needed items", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    const first = await readFile(path);
    expect([(await stat(path)).mode & 0o777, await readdir(dirname(path))]).toEqual([0o600, ["copy"]]);
    expect(first.subarray(0, 25).toString()).toBe("keywright offline copy 1\n");
    for (const plain of ["one", "Database", "Production", production, database, "token-1", "vault.example.com"]) expect(first.includes(plain)).toBe(false);
    await start(server, path, { references: [MAIL] });
    const second = await readFile(path);
    expect(second.subarray(25, 69).equals(first.subarray(25, 69))).toBe(false);
    server.answer = status(500);
    expect(await caught(start(server, path, { references: [DATABASE] }))).toMatchObject({ status: 500 });
  });

  it.each([
    ["another token", { token: "token-2" }],
    ["another address", { baseUrl: "https://other.example.com" }],
  ])("is removed by a start with %s", async (_name, options) => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = status(500);
    const copy = offlineCopy(path, { ...OWNER, ...options });
    const events: OfflineCopyEvent[] = [];
    await copy.open(server.client, { clock: server.clock, onEvent: (event) => void events.push(event) });
    expect(events).toMatchObject([{ type: "offline-copy-failed", error: { message: expect.stringContaining("belongs to another token or address") } }]);
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it("is used with the same address in another form, and a token from a function or a provider", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    server.answer = status(500);
    for (const token of [() => "token-1", async () => "token-1", { getToken: () => "token-1" }])
      expect((await start(server, path, { options: { token, baseUrl: "https://VAULT.example.com:443/" } })).values[DATABASE]).toBe("one");
  });

  it("is rejected as a whole if any byte was changed or is missing", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    const good = await readFile(path);
    server.answer = status(500);
    const places = [...Array.from({ length: 25 }, (_, index) => index + 23), 40, 68, 69, 100, good.length - 17, good.length - 1];
    for (const place of places) {
      const bad = Buffer.from(good);
      bad[place] = (bad[place] ?? 0) ^ 1;
      await writeFile(path, bad, { mode: 0o600 });
      expect(await caught(start(server, path))).toMatchObject({ status: 500 });
    }
    for (const length of [0, 1, 24, 25, 60, 85, good.length - 1]) {
      await writeFile(path, good, { mode: 0o600 });
      await truncate(path, length);
      expect(await caught(start(server, path))).toMatchObject({ status: 500 });
    }
    await writeFile(path, Buffer.concat([good, Buffer.from([0])]), { mode: 0o600 });
    expect(await caught(start(server, path))).toMatchObject({ status: 500 });
    await writeFile(path, good, { mode: 0o600 });
    expect((await start(server, path)).values[DATABASE]).toBe("one");
  });

  it("that is none, a link, too open, or in an open folder is an error that says what to do", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    const folder = dirname(path);
    const message = async (at = path): Promise<string> => (await caught(start(server, at))).message;
    await chmod(path, 0o640);
    expect(await message()).toContain(`the file ${path} has mode 640: run chmod 600 ${path}`);
    await chmod(path, 0o600);
    await chmod(folder, 0o755);
    expect(await message()).toContain(`the folder ${folder} has mode 755: use a folder of its own, which mkdir -m 700 creates`);
    await chmod(folder, 0o700);
    await symlink(path, join(folder, "link"));
    expect(await message(join(folder, "link"))).toContain("path must be a file; got the symbolic link");
    await mkdir(join(folder, "inside"));
    expect(await message(join(folder, "inside"))).toContain("is none");
    await writeFile(join(folder, "app.env"), "PASSWORD=1", { mode: 0o600 });
    expect(await message(join(folder, "app.env"))).toContain("is another file");
    expect(await readFile(join(folder, "app.env"), "utf8")).toBe("PASSWORD=1");
    await writeFile(join(folder, "huge"), "", { mode: 0o600 });
    await truncate(join(folder, "huge"), 10 * 2 ** 30);
    expect(await message(join(folder, "huge"))).toContain("is another file");
    expect(await message(join(folder, "copy", "copy"))).toContain("path must be a file that can be read");
    expect(await message(join(folder, "none", "none", "copy"))).toContain("path must be in a folder that exists");
  });

  it("may be in a folder that does not exist yet, which gets mode 0700", async () => {
    const server = new Server();
    const path = join(dirname(await pathForTest()), "folder", "copy");
    await start(server, path);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  });

  it("loses what killed writes left next to it", async () => {
    const server = new Server();
    const path = await pathForTest();
    const leftover = `${dirname(path)}/.copy.00000000-0000-0000-0000-000000000000.tmp`;
    await writeFile(leftover, "old");
    await start(server, path);
    expect(await readdir(dirname(path))).toHaveLength(2);
    await utimes(leftover, 1, 1);
    await start(server, path);
    expect(await readdir(dirname(path))).toEqual(["copy"]);
  });

  it("that cannot be written is reported, and the start goes on", async () => {
    const server = new Server();
    const path = await pathForTest();
    const events: OfflineCopyEvent[] = [];
    const copy = await offlineCopy(path, OWNER).open(server.client, { clock: server.clock, onEvent: (event) => void events.push(event) });
    await rm(dirname(path), { recursive: true });
    const values = await copy.read(() => resolveSecrets(copy.client, { database: DATABASE }));
    expect(values.database).toBe("one");
    await copy.read(() => resolveSecrets(copy.client, { database: DATABASE }));
    expect(events).toMatchObject([{ type: "offline-copy-failed", error: { message: expect.stringContaining("cannot be written") } }]);
  });

  it("must be in a folder that the process can write, because what is rejected must be removed", async () => {
    const path = await pathForTest();
    await chmod(dirname(path), 0o500);
    expect(await caught(start(new Server(), path))).toMatchObject({
      code: "invalid-configuration",
      message: expect.stringContaining(`in a folder that its owner can write; the folder ${dirname(path)} has mode 500: run chmod 700`),
    });
  });

  it.each([
    ["is empty", () => "", "it must be a string that is not empty"],
    ["does not come in time", () => new Promise<string>(() => {}), "it did not come within 5000 ms"],
    ["fails", () => Promise.reject(new Error("no such file")), "no such file"],
  ])("is neither used nor removed if the token %s, but is removed after 401", async (_name, token, reason) => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    const before = await readFile(path);
    server.answer = status(500);
    const { copy, events } = await opened(server, path, token);
    expect(await caught(finish(server.clock, read(copy)))).toMatchObject({ status: 500 });
    expect(events).toMatchObject([{ type: "offline-copy-failed", error: { message: expect.stringContaining(reason) } }]);
    expect((await readFile(path)).equals(before)).toBe(true);
    server.answer = status(401);
    expect(await caught(finish(server.clock, read(copy)))).toMatchObject({ status: 401 });
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it("loses what the vault rejects before the read ends", async () => {
    const server = new Server();
    const path = await pathForTest();
    await start(server, path);
    const before = await readFile(path);
    let end = (): void => {};
    const held = new Promise<Response>((resolve) => (end = () => resolve(status(500)())));
    server.answer = (at) => (at.includes(`items/${mail}`) ? status(403)() : at.includes(`items/${database}`) ? held : undefined);
    const { copy } = await opened(server, path, "token-1");
    const reading = copy.read(() => resolveSecrets(copy.client, { database: DATABASE, mail: MAIL })).catch((error: unknown) => error);
    let after = before;
    for (let tries = 0; tries < 500 && after.equals(before); tries += 1) {
      await server.clock.advance(0);
      after = await readFile(path);
    }
    end();
    await reading;
    expect(after.equals(before)).toBe(false);
  });

  async function opened(server: Server, path: string, token: OfflineCopyOptions["token"]) {
    const events: OfflineCopyEvent[] = [];
    const context = { clock: server.clock, onEvent: (event: OfflineCopyEvent) => void events.push(event) };
    return { events, copy: await finish(server.clock, offlineCopy(path, { ...OWNER, token }).open(server.client, context)) };
  }

  function read(copy: OpenCopy) {
    return copy.read(() => resolveSecrets(copy.client, { database: DATABASE }));
  }
});
