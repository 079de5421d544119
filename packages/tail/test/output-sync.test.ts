import type * as FileSystem from "node:fs/promises";
import { mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fileSink } from "../src/lib/file-sink.ts";
import { folderForTest } from "./support.ts";

/** What is synced, and what happens before a file is. */
const disk = vi.hoisted(() => ({ synced: [] as string[], beforeFileSync: async (): Promise<void> => {} }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const file = await real.open(...given);
      const { sync, datasync } = file;
      file.sync = async () => {
        disk.synced.push(String(given[0]));
        return sync.call(file);
      };
      file.datasync = async () => {
        await disk.beforeFileSync();
        return datasync.call(file);
      };
      return file;
    },
  };
});

beforeEach(() => {
  disk.synced = [];
  disk.beforeFileSync = async () => {};
});

describe("an output file", () => {
  it("that is made behind a link is kept by its own folder, which is synced", async () => {
    const folder = await folderForTest();
    await mkdir(join(folder, "real"));
    await symlink(join("real", "out"), join(folder, "link"));
    const sink = fileSink(join(folder, "link"));
    await sink.open();
    expect(disk.synced).toEqual([join(folder, "real")]);
    await sink.close();
  });

  it("that loses its last name during a write fails the write", async () => {
    const folder = await folderForTest();
    const file = join(folder, "out");
    const sink = fileSink(file);
    await sink.open();
    disk.beforeFileSync = () => rm(file);
    await expect(sink.write("a\n")).rejects.toThrow(
      `the output ${file} cannot be written: it was removed while it was written to. Start again: the last page comes once more`,
    );
    await sink.close();
  });

  it("that is renamed during a write has the piece, and the next one is in a new file", async () => {
    const folder = await folderForTest();
    const [file, renamed] = [join(folder, "out"), join(folder, "out.1")];
    const sink = fileSink(file);
    await sink.open();
    disk.beforeFileSync = () => rename(file, renamed);
    await sink.write("a\n");
    disk.beforeFileSync = async () => {};
    await sink.write("b\n");
    await sink.close();
    expect([await readFile(renamed, "utf8"), await readFile(file, "utf8")]).toEqual(["a\n", "b\n"]);
  });
});
