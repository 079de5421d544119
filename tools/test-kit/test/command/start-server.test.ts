import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@keywright/tool-test-kit/command/start-server";
import { expect, onTestFinished, test, vi } from "vitest";

const READY = /^ready at (\d+)$/m;

test("a server is ready when its output matches, can say more than anybody reads, and ends when it is told to", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keywright-server-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "said");
  const more = `process.stdout.write("x".repeat(4_000_000), () => fs.writeFileSync(${JSON.stringify(file)}, ""))`;
  const program = `console.log("starts\\nready at 80"); setTimeout(() => ${more}, 100); setInterval(() => {}, 1000);`;
  const { ready, stop } = await startServer(process.execPath, ["-e", program], READY);
  expect(ready).toBe("80");
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), 5000);
  await stop();
});

test("a server that ends before it is ready is an error with its output", async () => {
  const server = startServer("sh", ["-c", "echo no port >&2; exit 3"], READY);
  await expect(server).rejects.toThrow("sh ended with 3 before it was ready: no port\n");
});

test("a server that is not ready in time is ended, and an error with its output", async () => {
  const server = startServer("sh", ["-c", "echo $$; exec sleep 60"], READY, { readyWithinMs: 1000 });
  await expect(server).rejects.toThrow(/^sh was not ready within 1000 ms: \d+\n$/);
  const { message } = (await server.catch((error: unknown) => error)) as Error;
  expect(() => process.kill(Number(/\d+$/.exec(message.trim())?.[0]), 0)).toThrow("ESRCH");
});

test("a command that there is not is an error", async () => {
  await expect(startServer("no-such-server", [], READY)).rejects.toThrow("spawn no-such-server ENOENT");
});
