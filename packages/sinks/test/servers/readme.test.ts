import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { bundlePrograms, start } from "@keywright/tool-torture";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectFigures } from "./rows.ts";

const EVENTS = 500;
const PACKAGE = join(import.meta.dirname, "../..");

describe("postgres", () => {
  it("has every event after the program of the README, and no more after it runs again", async (context) => {
    const readme = await readFile(join(PACKAGE, "README.md"), "utf8");
    const emulator = createEventsEmulator({ seed: { eventsPerStream: EVENTS } });
    const service = await serveEmulator(emulator, { port: 0 });
    onTestFinished(() => service.close());
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    // In the package, so that it finds its dependencies.
    const folder = await mkdtemp(join(PACKAGE, ".readme-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const source = /```ts no-run\n(.*?)```/s.exec(readme)?.[1]?.replace("https://events.example.com", service.url).replace("2026-03-01", "2020-01-01") ?? "";
    await writeFile(join(folder, "program.ts"), source);
    const programs = await bundlePrograms(join(folder, "program.ts"));
    onTestFinished(() => programs.remove());
    const env = { ...process.env, DATABASE_URL: server.url, KEYWRIGHT_EVENTS_TOKEN: emulator.token };
    const first = await start([process.execPath, programs.file("program")], { env }).end;
    const second = await start([process.execPath, programs.file("program")], { env }).end;
    expect([first.code, first.said]).toEqual([0, ""]);
    expect(second).toEqual(first);
    const stored = first.printed
      .trim()
      .split("\n")
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    expectFigures(context, { events: EVENTS, lost: Math.max(0, EVENTS - stored), doubled: Math.max(0, stored - EVENTS) }, { once: true });
  });
});
