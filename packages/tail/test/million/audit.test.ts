import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { createEventsEmulator } from "@keywright/emulator";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, it, onTestFinished } from "vitest";
import { NODE_OPTIONS } from "../memory.ts";
import { folderForTest, untimed } from "../support.ts";

const EVENTS = Number(process.env["AUDIT_EVENTS"] ?? 1_000_000);
const MOST_MIB = 64;
const command = bundledProgram(join(import.meta.dirname, "../.."));
// The maximum of getrusage counts the process that started this one, too; Linux has that of its own memory.
const PRELOAD = `
import { existsSync, readFileSync } from "node:fs";
const own = () => existsSync("/proc/self/status") && /^VmHWM:\\s+(\\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
process.on("exit", () => console.error("memory " + (own() || process.resourceUsage().maxRSS)));
`;

/** A service with many events, which are made when they are read, each with an id that sorts in another order. */
async function service() {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: 1 } });
  const [template] = emulator.store.stream("auditevents").events;
  const first = Date.parse("2026-03-01T00:00:00Z");
  const idAt = (index: number): string => createHash("md5").update(String(index)).digest("hex").slice(0, 26).toUpperCase();
  const eventAt = (index: number): string => JSON.stringify({ ...template, uuid: idAt(index), timestamp: new Date(first + index).toISOString() });
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      response.setHeader("content-type", "application/json");
      if (request.url?.includes("introspect") === true) {
        const own = await emulator.fetch(`https://events.example.com${request.url}`, { headers: { authorization: String(request.headers.authorization) } });
        return void response.writeHead(own.status).end(await own.text());
      }
      const {
        cursor,
        start_time: since,
        limit = 100,
      } = JSON.parse(body) as { readonly cursor?: string; readonly start_time?: string; readonly limit?: number };
      const start = Math.min(EVENTS, Math.max(0, Date.parse(String(since)) - first));
      const [from = 0, size = 0] = cursor?.split("/").map(Number) ?? [start, limit];
      const to = Math.min(from + size, EVENTS);
      const items = Array.from({ length: to - from }, (_unused, index) => eventAt(from + index));
      response.end(`{"items":[${items.join()}],"cursor":"${to}/${size}","has_more":${to < EVENTS}}`);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { idAt, eventAt, token: emulator.token, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it(`finds one event that is missing, one that is doubled and one that was changed in ${EVENTS.toLocaleString("en-US")}, with little memory by the options of the files for a service`, async () => {
  const { idAt, eventAt, token, url } = await service();
  const folder = await folderForTest();
  const file = join(folder, "events.jsonl");
  const preload = join(folder, "preload.mjs");
  await writeFile(preload, PRELOAD);
  const [removed, doubled, changed] = [0.25, 0.5, 0.75].map((part) => Math.floor(EVENTS * part));
  const output = createWriteStream(file);
  for (let index = 0; index < EVENTS; index += 1) {
    const line = `{"stream":"auditevents",${eventAt(index).slice(1)}\n`;
    const lines = index === removed ? "" : index === doubled ? line + line : index === changed ? line.replace('"action":"', '"action":"x') : line;
    if (!output.write(lines)) await once(output, "drain");
  }
  output.end();
  await once(output, "close");

  /** Runs the command, and returns its last words, its memory in MiB and its time in seconds. */
  async function audit(since: string) {
    const began = performance.now();
    const args = [command, "audit", "auditevents", "--since", since, "--output", file, "--no-checkpoint"];
    const env = {
      ...process.env,
      NODE_OPTIONS: `${NODE_OPTIONS} --import=${pathToFileURL(preload).href}`,
      KEYWRIGHT_EVENTS_URL: url,
      KEYWRIGHT_EVENTS_TOKEN: token,
    };
    const said = await new Promise<string>((resolve) => void execFile(process.execPath, args, { env }, (_error, _printed, words) => resolve(words)));
    return { said: untimed(said), mib: Number(/^memory (\d+)$/m.exec(said)?.[1]) / 1024, seconds: (performance.now() - began) / 1000 };
  }

  const whole = await audit("2026-03-01");
  // The same with an empty window, and nothing to sort.
  await writeFile(file, "");
  const empty = await audit("2026-06-01");
  console.log(
    `${EVENTS} events in ${whole.seconds.toFixed(0)} s, ${whole.mib.toFixed(0)} MiB; an empty window takes ${empty.mib.toFixed(0)} MiB: ${(whole.mib - empty.mib).toFixed(0)} MiB more`,
  );
  const counts = [EVENTS, EVENTS - 1, 1, 1, 1, 0].map((count) => count.toLocaleString("en-US"));
  const names = ["service", "stored", "missing", "doubled", "changed", "late"];
  expect(whole.said).toContain(`auditevents: ${names.map((name, index) => `${name} ${counts[index]}`).join(", ")}\n`);
  for (const [kind, index] of [
    ["missing", removed],
    ["doubled", doubled],
    ["changed", changed],
  ] as const)
    expect(whole.said).toContain(`auditevents: ${kind} ${idAt(Number(index))} of `);
  expect(empty.said).toContain("service 0, stored 0");
  expect(whole.mib - empty.mib).toBeLessThan(MOST_MIB);
});
