import type * as FileSystem from "node:fs";
import type * as FileSystemPromises from "node:fs/promises";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openFile } from "../src/lib/output/line-output.ts";
import { folderForTest, services, tail } from "./support.ts";

const disk = vi.hoisted(() => ({ done: [] as string[] }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    fdatasyncSync(descriptor: number) {
      disk.done.push("page is synced");
      real.fdatasyncSync(descriptor);
    },
  };
});

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof FileSystemPromises>();
  return {
    ...real,
    async rename(...names: Parameters<typeof real.rename>) {
      disk.done.push("position is saved");
      await real.rename(...names);
    },
  };
});

it("a page in a file that the shell opened is on the disk before the position after it is saved", async () => {
  const folder = await folderForTest();
  const { env, fetch } = services({ eventsPerStream: 20 });
  const descriptor = openSync(join(folder, "out"), "a");
  onTestFinished(() => closeSync(descriptor));
  const args = ["auditevents", "--checkpoint", join(folder, "position"), "--since", "2020-01-01", "--page-size", "10", "--once"];
  expect((await tail(args, { env, fetch, stdout: openFile(descriptor) })).code).toBe(0);
  // The first position is the time to begin at.
  const each = ["page is synced", "position is saved"];
  expect(disk.done).toEqual(["position is saved", ...each, ...each]);
});
