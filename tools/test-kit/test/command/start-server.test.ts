import { startServer } from "@keywright/tool-test-kit/command/start-server";
import { expect, test } from "vitest";

const READY = /^ready at (\d+)$/m;

test("a server is ready when its output matches, and ends on a signal, also if it then prints more than a pipe holds", async () => {
  const end = 'process.stdout.write("x".repeat(4_000_000), () => process.exit())';
  const program = `process.once("SIGTERM", () => ${end}); console.log("starts\\nready at 80"); setInterval(() => {}, 1000);`;
  const { ready, stop } = await startServer(process.execPath, ["-e", program], READY);
  expect(ready).toBe("80");
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
