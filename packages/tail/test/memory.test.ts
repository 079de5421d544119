import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, it, onTestFinished } from "vitest";
import { serveHttp } from "../../sinks/test/http-server.ts";
import { BUCKET } from "../../sinks/test/s3-client.ts";
import { serveS3 } from "../../sinks/test/s3-server.ts";
import { MEMORY_MIB, NODE_OPTIONS } from "./memory.ts";
import { folderForTest, SINCE } from "./support.ts";

const command = bundledProgram(join(import.meta.dirname, ".."));
const STREAMS = ["auditevents", "itemusages", "signinattempts"] as const;
const EVENTS = 4000;
// The maximum of getrusage counts the process that started this one, too; Linux has that of its own memory.
const PRELOAD = `
import { existsSync, readFileSync } from "node:fs";
const own = () => existsSync("/proc/self/status") && /^VmHWM:\\s+(\\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
process.on("exit", () => console.error("memory " + (own() || process.resourceUsage().maxRSS)));
`;
const DETAIL = "a text with details of the event ".repeat(40);

// The library of S3 needs more memory than those of other targets, and a format more than the events as they are.
it("three streams into three sinks, in the largest pages, need less memory than the files for a service allow", async () => {
  const large = Array.from({ length: EVENTS }, (_unused, number) => ({ aux_info: `${number} ${DETAIL}` }));
  const emulator = createEventsEmulator({ seed: { eventsPerStream: EVENTS, auditevents: large } });
  let sent = 0;
  const [service, server, collector, folder] = await Promise.all([
    serveEmulator(emulator, { port: 0 }),
    serveS3(),
    serveHttp(({ body }) => {
      sent += body.split("\n").length - 1;
      return { status: 200 };
    }),
    folderForTest(),
  ]);
  onTestFinished(async () => void (await Promise.all([service.close(), server.close(), collector.close()])));
  const [preload, config] = [join(folder, "preload.mjs"), join(folder, "tail.json")];
  await writeFile(preload, PRELOAD);
  const sinks = { archive: { to: `s3://${BUCKET}` }, files: { to: `file:${folder}/{stream}.jsonl`, format: "ocsf" }, collector: { to: collector.url } };
  const streams = Object.fromEntries(STREAMS.map((stream) => [stream, { sinks: Object.keys(sinks), "page-size": 1000 }]));
  await writeFile(config, JSON.stringify({ checkpoint: join(folder, "{stream}.{sink}.position"), sinks, streams }));
  const env = {
    ...process.env,
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${pathToFileURL(preload).href}`,
    KEYWRIGHT_EVENTS_URL: service.url,
    KEYWRIGHT_EVENTS_TOKEN: emulator.token,
    AWS_ENDPOINT_URL_S3: server.url,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
  };
  const { stderr } = await promisify(execFile)(process.execPath, [command, "--config", config, "--quiet", ...SINCE], { env });
  const archived = (await server.objects()).reduce((sum, object) => sum + object.events.length, 0);
  const lines = await Promise.all(STREAMS.map(async (stream) => (await readFile(join(folder, `${stream}.jsonl`), "utf8")).split("\n").length - 1));
  expect([archived, sent, lines]).toEqual([3 * EVENTS, 3 * EVENTS, STREAMS.map(() => EVENTS)]);
  // A limit also counts the cache of files that cannot be dropped, and libraries change.
  expect(Number(/^memory (\d+)$/m.exec(stderr)?.[1]) / 1024).toBeLessThan(0.95 * MEMORY_MIB);
});
