import { startServer } from "@keywright/tool-test-kit/command/start-server";
import { expect, test, vi } from "vitest";

const start = (program: string, readyWithinMs?: number) => startServer(process.execPath, ["-e", program], /^ready at (\d+)$/m, { readyWithinMs });

test("a server is ready when its output matches, and ends when it is told to", async () => {
  const { ready, stop } = await start('console.log("starts\\nready at 80"); setInterval(() => console.log("x".repeat(100_000)), 1)');
  expect(ready).toBe("80");
  await stop();
});

test("a server that ends before it is ready is an error with its output", async () => {
  await expect(start('console.error("no port"); process.exitCode = 3')).rejects.toThrow(/ ended with 3 before it was ready: no port\n$/);
});

test("a server that is not ready in time is ended, and an error with its output", async () => {
  const { message } = await start("console.log(process.pid); setInterval(() => {}, 1000)", 1000).then(
    () => expect.unreachable(),
    (error: unknown) => error as Error,
  );
  const [, pid] = / was not ready within 1000 ms: (\d+)\n$/.exec(message) ?? [];
  await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH"));
});

test("a command that there is not is an error", async () => {
  await expect(startServer("no-such-server", [], /^(ready)$/m)).rejects.toThrow("spawn no-such-server ENOENT");
});
