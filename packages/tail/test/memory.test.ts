import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { expect, it, onTestFinished } from "vitest";
import { BUCKET } from "../../sinks/test/s3-client.ts";
import { serveS3 } from "../../sinks/test/s3-server.ts";
import { MEMORY_MIB, NODE_OPTIONS } from "./memory.ts";
import { folderForTest, SINCE } from "./support.ts";

const command = bundledProgram(join(import.meta.dirname, ".."));
const EVENTS = 12_000;

// The library of S3 needs more memory than those of other targets.
it("three streams into S3, in large pages, need less memory than the files for a service allow", { timeout: 60_000 }, async () => {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: EVENTS } });
  const [service, server] = await Promise.all([serveEmulator(emulator, { port: 0 }), serveS3()]);
  onTestFinished(async () => void (await Promise.all([service.close(), server.close()])));
  const preload = join(await folderForTest(), "preload.mjs");
  await writeFile(preload, 'process.on("exit", () => console.error(`memory ${process.resourceUsage().maxRSS}`));\n');
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
  const streams = ["auditevents", "itemusages", "signinattempts"];
  const args = [...streams, "--to", `s3://${BUCKET}`, "--no-checkpoint", "--page-size", "1000", "--quiet", ...SINCE];
  const { stderr } = await promisify(execFile)(process.execPath, [command, ...args], { env });
  const events = (await server.objects()).reduce((sum, object) => sum + object.events.length, 0);
  expect(events).toBe(3 * EVENTS);
  expect(Number(/^memory (\d+)$/m.exec(stderr)?.[1]) / 1024).toBeLessThan(MEMORY_MIB);
});
