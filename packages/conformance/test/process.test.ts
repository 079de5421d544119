import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, it, onTestFinished } from "vitest";
import { createServers, environmentOf, everything } from "./support.ts";

const COMMAND = bundledProgram(fileURLToPath(new URL("..", import.meta.url)));

it("the command stops at a signal and removes what it has made", async () => {
  const servers = createServers();
  const { vault } = servers;
  const before = vault.store.items.size;
  let stop = (): void => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "GET", headers, url = "" } = request;
      // The item is made, and the response is lost.
      const given = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
      const init = { method, headers: given, ...(method === "GET" || method === "DELETE" ? {} : { body: Buffer.concat(chunks) }) };
      void vault.fetch(`http://127.0.0.1${url}`, init).then(async (answer) => {
        if (method === "POST") return stop();
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
      });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [COMMAND, "--vault", url, ...everything(servers), "--tier", "write"], {
    env: { ...process.env, ...environmentOf(servers) },
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.resume();
  stop = () => void child.kill("SIGINT");
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, errors }).toEqual({ code: 130, errors: "interrupted: removing what was made\n" });
  expect(vault.store.items.size).toBe(before);
});
