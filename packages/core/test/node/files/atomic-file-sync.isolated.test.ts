import type * as FileSystem from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, it, vi } from "vitest";
import { writeFileAtomic } from "../../../src/lib/node/files/atomic-file.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** What is done to files, by the last part of their paths. */
const disk = vi.hoisted(() => ({ done: [] as string[] }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const file = await real.open(...given);
      const { sync, close, chmod } = file;
      const name = basename(String(given[0]));
      disk.done.push(`open ${name}`);
      file.sync = () => (disk.done.push(`sync ${name}`), sync.call(file));
      file.chmod = (mode) => (disk.done.push(`chmod ${name} ${Number(mode).toString(8)}`), chmod.call(file, mode));
      file.close = () => (disk.done.push(`close ${name}`), close.call(file));
      return file;
    },
    rename(...given: Parameters<typeof real.rename>) {
      disk.done.push(`rename ${given.map((path) => basename(String(path))).join(" to ")}`);
      return real.rename(...given);
    },
  };
});

it("a file that is written whole has its mode and is on the disk before it has its name, and its name before the write resolves", () =>
  inTemporaryFolder(async (folder) => {
    await writeFileAtomic(join(folder, "state"), "content", { mode: 0o640 });
    const name = basename(folder);
    expect(disk.done.map((step) => step.replace(/\.state\.[\da-f-]{36}\.tmp/, "temporary"))).toEqual([
      "open temporary",
      "chmod temporary 640",
      "sync temporary",
      "close temporary",
      "rename temporary to state",
      `open ${name}`,
      `sync ${name}`,
      `close ${name}`,
    ]);
  }));
