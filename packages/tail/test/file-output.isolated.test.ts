import type * as FileSystem from "node:fs/promises";
import { mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fileOutput } from "../src/lib/output/file-output.ts";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { finishWithFiles, folderForTest, services, tail } from "./support.ts";

/** What is synced, every sync in its order, and what happens before a file is. */
const disk = vi.hoisted(() => ({ synced: [] as string[], done: [] as string[], beforeFileSync: async (): Promise<void> => {} }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const file = await real.open(...given);
      const { sync, datasync } = file;
      file.sync = async () => {
        disk.synced.push(String(given[0]));
        disk.done.push(`sync ${String(given[0])}`);
        return sync.call(file);
      };
      file.datasync = async () => {
        await disk.beforeFileSync();
        disk.done.push(`datasync ${String(given[0])}`);
        return datasync.call(file);
      };
      return file;
    },
  };
});

beforeEach(() => {
  disk.synced = [];
  disk.done = [];
  disk.beforeFileSync = async () => {};
});

describe("an output file", () => {
  it("has each page on the disk before the position behind it is saved", async () => {
    const folder = await folderForTest();
    const { env, fetch } = services({ eventsPerStream: 25 });
    const files = ["--checkpoint", join(folder, "position"), "--output", join(folder, "out")];
    await tail(["auditevents", ...files, "--since", "2020-01-01", "--page-size", "10", "--once"], { env, fetch });
    const [page, save] = [`datasync ${join(folder, "out")}`, `sync ${join(folder, ".position.tmp")}`];
    const steps = disk.done.map((step) => step.replace(/\.[\da-f-]{36}\.tmp$/, ".tmp")).filter((step) => step === page || step === save);
    // The time to begin at is saved before the first page.
    expect(steps).toEqual([save, page, save, page, save, page, save]);
  });

  it("that is made behind a link is kept by its own folder, which is synced", async () => {
    const folder = await folderForTest();
    await mkdir(join(folder, "real"));
    await symlink(join("real", "out"), join(folder, "link"));
    const sink = fileOutput(join(folder, "link"));
    await sink.open();
    // Those before it keep the names of the folders.
    expect(disk.synced.at(-1)).toBe(join(folder, "real"));
    await sink.close();
  });

  it("that is opened again while its last close waits for a write is acquired after it", async () => {
    const file = join(await folderForTest(), "out");
    const sink = fileOutput(file);
    await sink.open();
    let finish = (): void => {};
    disk.beforeFileSync = () => new Promise((resolve) => (finish = resolve));
    const written = sink.write("a\n");
    const closed = sink.close();
    const opened = sink.open();
    await expect.poll(() => readFile(file, "utf8")).toBe("a\n");
    // The file is busy for as long as another open needs to fail.
    for (let count = 0; count < 20; count += 1) await readFile(file);
    disk.beforeFileSync = async () => {};
    finish();
    await Promise.all([written, closed, opened]);
    await sink.write("b\n");
    await sink.close();
    expect(await readFile(file, "utf8")).toBe("a\nb\n");
  });

  it("that loses its last name during a write fails the write", async () => {
    const folder = await folderForTest();
    const file = join(folder, "out");
    const sink = fileOutput(file);
    await sink.open();
    disk.beforeFileSync = () => rm(file);
    await expect(sink.write("a\n")).rejects.toThrow(
      `the output ${file} cannot be written: it was removed during a write. Start again: the last page is written again`,
    );
    await sink.close();
  });

  it("that is renamed during a write has the piece, and the next one is in a new file", async () => {
    const folder = await folderForTest();
    const [file, renamed] = [join(folder, "out"), join(folder, "out.1")];
    const sink = fileOutput(file);
    await sink.open();
    disk.beforeFileSync = () => rename(file, renamed);
    await sink.write("a\n");
    disk.beforeFileSync = async () => {};
    await sink.write("b\n");
    await sink.close();
    expect([await readFile(renamed, "utf8"), await readFile(file, "utf8")]).toEqual(["a\n", "b\n"]);
  });
});

describe("a page that becomes a dead letter", () => {
  it("is on the disk, with the name of its file, before the position behind it is saved", async () => {
    const folder = await folderForTest();
    const { env, fetch } = services();
    const clock = fakeClock();
    const answers = ['{"items":[],"cursor":"1","has_more":true}', '{"items":[null],"cursor":"2","has_more":false}'];
    let asked = 0;
    const stopping = new AbortController();
    const args = ["auditevents", "--checkpoint", join(folder, "position"), "--dead-letter", join(folder, "bad"), "--give-up-after", "1m"];
    const ended = tail(args, {
      env,
      clock,
      signal: stopping.signal,
      async fetch(url, init) {
        if (url.includes("introspect")) return fetch(url, init);
        const { cursor } = JSON.parse(String(init.body)) as { readonly cursor?: string };
        if (cursor === "2") stopping.abort();
        asked += 1;
        return new Response(answers[cursor === "1" ? 1 : 0], { headers: { "content-type": "application/json" } });
      },
    });
    await finishWithFiles(clock, ended);
    expect(asked).toBeGreaterThan(2);
    const steps = disk.done.map((step) => step.replace(/\.[\da-f-]{36}\.tmp$/, ".tmp"));
    const deadLetters = steps.indexOf(`datasync ${join(folder, "bad")}`);
    expect(steps.slice(0, deadLetters)).toContain(`sync ${folder}`);
    // Those before it are of the time to begin at, and of the first page.
    const saves = (part: readonly string[]): number => part.filter((step) => step === `sync ${join(folder, ".position.tmp")}`).length;
    expect([saves(steps.slice(0, deadLetters)), saves(steps.slice(deadLetters))]).toEqual([2, 1]);
  });
});
