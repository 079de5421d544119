import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { useRegistry } from "../../src/packages/registry.ts";

/** Starts a registry that has this status for a new user, and ends with its standard input. */
function start(status: number) {
  const program = `
    const server = require("node:http").createServer((request, response) => {
      response.statusCode = ${status};
      response.end(JSON.stringify({ token: "of-the-user" }));
    });
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));
    process.stdin.resume().once("end", () => process.exit());`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  return child;
}

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-registry-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe("a registry on this machine", () => {
  it("has a user with a token, and ends when it is closed", async () => {
    const child = start(201);
    const folder = await temporary();
    const { url, close } = await useRegistry(child, folder);
    expect(await readFile(join(folder, ".npmrc"), "utf8")).toContain(`//${new URL(url).host}/:_authToken=of-the-user`);
    await close();
    expect(child.exitCode).toBe(0);
  });

  it("can be closed after it has ended", async () => {
    const child = start(201);
    const { close } = await useRegistry(child, await temporary());
    child.kill();
    await once(child, "exit");
    await expect(close()).resolves.toBeUndefined();
  });

  it("ends if it makes no user", async () => {
    const child = start(500);
    await expect(useRegistry(child, await temporary())).rejects.toThrow("expected status 201 of the registry for a new user, got 500");
    expect(child.exitCode).toBe(0);
  });

  it.each([
    ["goes on after a header that comes too late", "ERR_HTTP_HEADERS_SENT", 200],
    ["ends after any other error", "EIO", undefined],
  ])("%s", async (_what, code, status) => {
    const folder = await temporary();
    const fails = `void Promise.reject(Object.assign(new Error("of the registry"), { code: "${code}" }));`;
    const server = 'require("node:http").createServer((request, response) => response.end("{}"))';
    await writeFile(join(folder, "verdaccio.cjs"), `exports.runServer = async () => { setTimeout(() => { ${fails} }); return ${server}; };`);
    const words = ["--import", "tsx", "tools/consumers/src/packages/registry-process.ts", join(folder, "verdaccio.cjs"), "{}"];
    const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ["pipe", "pipe", "ignore"] });
    onTestFinished(() => void child.kill());
    const used = useRegistry(child, folder).then(async ({ url, close }) => {
      const response = await fetch(url);
      await close();
      return response.status;
    });
    expect(await used.catch(() => undefined)).toBe(status);
  });

  it("is an error if it ends before it listens", async () => {
    const child = spawn(process.execPath, ["-e", ""], { stdio: ["pipe", "pipe", "inherit"] });
    await expect(useRegistry(child, await temporary())).rejects.toThrow("the registry ended before it listened");
  });
});
