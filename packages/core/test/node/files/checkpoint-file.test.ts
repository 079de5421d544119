import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFeed } from "../../../src/feeds.ts";
import { fileCheckpoint } from "../../../src/node.ts";
import { storeRules } from "../../../src/store-rules.ts";
import { caught } from "../../support.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

const STREAM = "listThings";

/** A process that takes a checkpoint, saves once and then waits. Ends with it where it may not. */
async function holder(path: string): Promise<ChildProcess> {
  const program = `
    import { fileCheckpoint } from ${JSON.stringify(new URL("../../../src/node.ts", import.meta.url).href)};
    const owned = await fileCheckpoint(${JSON.stringify(path)}).acquire(${JSON.stringify(STREAM)});
    const found = await owned.load();
    await owned.save({ cursor: "from the child" }, found?.version ?? 0);
    process.stdout.write("held");
    process.stdin.on("end", () => process.exit()).resume();
  `;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], { stdio: ["pipe", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`the holder ended with ${code} before it held`)));
  });
  return child;
}

describe("the store in a file", () => {
  // oxlint-disable-next-line vitest/expect-expect
  it.each(storeRules)("$rule", ({ check }) =>
    inTemporaryFolder((folder) => check(async () => [fileCheckpoint(join(folder, "feed")), fileCheckpoint(join(folder, "feed"))])),
  );

  it("is one line of JSON that only its owner can read, next to its lock", () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, "inner", "feed.json");
      const owned = await fileCheckpoint(path).acquire(STREAM);
      await owned.save({ cursor: "a" }, 0);
      await owned.release();
      expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
        format: "keywright-checkpoint/1",
        stream: STREAM,
        version: 1,
        position: { cursor: "a" },
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
      });
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await readdir(join(folder, "inner"))).sort()).toEqual(["feed.json", "feed.json.lock"]);
    }));

  it("is held by one process, whatever path leads to it, until that process is killed", () =>
    inTemporaryFolder(async (folder) => {
      await mkdir(join(folder, "true"));
      await symlink("true", join(folder, "linked"));
      const child = await holder(join(folder, "true", "feed"));
      for (const path of [join(folder, "true", "feed"), join(folder, "linked", "feed")]) {
        const error = await caught(fileCheckpoint(path).acquire(STREAM));
        expect(error).toMatchObject({ name: "CheckpointError", code: "checkpoint-owned", message: expect.stringContaining(path) });
      }
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      const owned = await fileCheckpoint(join(folder, "linked", "feed")).acquire(STREAM);
      expect(await owned.load()).toEqual({ position: { cursor: "from the child" }, version: 1 });
      await owned.release();
    }));

  it.each([
    ["a link to it", ["feed"]],
    ["a link to a link to it", ["link", "feed"]],
    ["a link into another folder", [join("inner", "feed")]],
  ])("is one checkpoint behind %s, also before there is a file, and the link stays", (_what, targets) =>
    inTemporaryFolder(async (folder) => {
      const links = targets.map((target, index) => ({ target, path: join(folder, index === 0 ? "entry" : (targets[index - 1] ?? "")) }));
      for (const { target, path } of links) await symlink(target, path);
      const [entry, feed] = [join(folder, "entry"), join(folder, targets.at(-1) ?? "")];

      const owned = await fileCheckpoint(entry).acquire(STREAM);
      expect(await caught(fileCheckpoint(feed).acquire(STREAM))).toMatchObject({ code: "checkpoint-owned" });
      await owned.save({ cursor: "a" }, 0);
      await owned.save({ cursor: "b" }, 1);
      await owned.release();
      for (const { target, path } of links) expect(await readlink(path)).toBe(target);

      for (const path of [feed, entry]) {
        const next = await fileCheckpoint(path).acquire(STREAM);
        expect(await next.load()).toEqual({ position: { cursor: "b" }, version: 2 });
        expect(await caught(fileCheckpoint(entry).acquire(STREAM))).toMatchObject({ code: "checkpoint-owned" });
        await next.release();
      }
      // A link that is made anew leads to the same checkpoint.
      await rm(entry);
      await symlink(feed, entry);
      const again = await fileCheckpoint(entry).acquire(STREAM);
      expect(await again.load()).toEqual({ position: { cursor: "b" }, version: 2 });
      await again.release();
    }),
  );

  it("takes away what a killed process left, and nothing else", () =>
    inTemporaryFolder(async (folder) => {
      const left = ".feed.0b9f3c1e-8d5a-4a3e-9f62-1f2d3c4b5a69.tmp";
      const others = [".feed.json.0b9f3c1e-8d5a-4a3e-9f62-1f2d3c4b5a69.tmp", ".feed.notes.tmp", "feed.tmp"];
      for (const name of [left, ...others]) await writeFile(join(folder, name), "half");
      await (await fileCheckpoint(join(folder, "feed")).acquire(STREAM)).release();
      expect((await readdir(folder)).sort()).toEqual([...others, "feed.lock"].sort());
    }));
});

describe("a checkpoint file that cannot be trusted", () => {
  const whole = (stream = STREAM) =>
    inTemporaryFolder(async (folder) => {
      const owned = await fileCheckpoint(join(folder, "feed")).acquire(stream);
      await owned.save({ cursor: "position-of-somebody" }, 0);
      await owned.release();
      return readFile(join(folder, "feed"), "utf8");
    });

  /** What a feed fails with that is to go on from a file, and how often it asked for a page. */
  const followed = async (path: string): Promise<{ readonly error: unknown; readonly asked: number }> => {
    let asked = 0;
    async function* pages(): AsyncGenerator<{ readonly items: readonly number[]; readonly resumeAt: string }, void, undefined> {
      asked += 1;
      yield { items: [1], resumeAt: "1" };
    }
    const feed = createFeed<number>({ stream: STREAM, pages }, { store: fileCheckpoint(path), since: "2026-03-02T00:00:00Z" });
    const error = await caught(feed.run(() => {}, { until: "caught-up" }));
    return { error, asked };
  };

  it.each<[string, (text: string) => string, string, string]>([
    ["is empty", () => "", "checkpoint-damaged", "is empty"],
    ["has only line ends", () => "\n\n", "checkpoint-damaged", "is empty"],
    ["is torn", (text) => text.slice(0, 60), "checkpoint-damaged", "is not JSON"],
    ["is followed by more", (text) => text + text, "checkpoint-damaged", "is not JSON"],
    ["has bytes of nothing", () => "\0".repeat(200), "checkpoint-damaged", "is not JSON"],
    ["is other JSON", () => '{"cursor":"position-of-somebody"}', "checkpoint-damaged", "is not a checkpoint of a feed"],
    ["is a list", () => "[1]", "checkpoint-damaged", "is not JSON"],
    ["is of an older version", (text) => text.replace("checkpoint/1", "checkpoint/0"), "checkpoint-damaged", 'has the format "keywright-checkpoint/0"'],
    ["is of a later version", (text) => text.replace("checkpoint/1", "checkpoint/2"), "checkpoint-damaged", 'has the format "keywright-checkpoint/2"'],
    ["was altered", (text) => text.replace("somebody", "nobody"), "checkpoint-damaged", "was altered"],
    ["has no checksum", (text) => text.replace(/,"sha256":"\w+"/, ""), "checkpoint-damaged", "was altered"],
  ])("because it %s throws and is left as it is, and a feed does not start", async (_what, change, code, message) => {
    const text = change(await whole());
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, "feed");
      await writeFile(path, text);
      const owned = await fileCheckpoint(path).acquire(STREAM);
      const error = await caught(owned.load());
      expect(error).toMatchObject({ name: "CheckpointError", code, message: expect.stringContaining(`${path} ${message}`) });
      expect(String(error)).not.toContain("position-of");
      expect(await caught(owned.save({ cursor: "b" }, 0))).toMatchObject({ code });
      await owned.release();
      expect(await followed(path)).toMatchObject({ error: { name: "CheckpointError", code }, asked: 0 });
      expect(await readFile(path, "utf8")).toBe(text);
    });
  });

  it("because it is another stream's throws an error that names the stream", async () => {
    const text = await whole("listOthers");
    await inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "feed"), text);
      const owned = await fileCheckpoint(join(folder, "feed")).acquire(STREAM);
      expect(await caught(owned.load())).toMatchObject({
        code: "checkpoint-foreign",
        message: expect.stringContaining('belongs to "listOthers", not to "listThings"'),
      });
      await owned.release();
      expect(await followed(join(folder, "feed"))).toMatchObject({ error: { name: "CheckpointError", code: "checkpoint-foreign" }, asked: 0 });
      expect(await readFile(join(folder, "feed"), "utf8")).toBe(text);
    });
  });
});

describe("a checkpoint file that cannot be used", () => {
  it("because it is a folder, or its place is a file, says why", () =>
    inTemporaryFolder(async (folder) => {
      await mkdir(join(folder, "feed"));
      const owned = await fileCheckpoint(join(folder, "feed")).acquire(STREAM);
      expect(await caught(owned.load())).toMatchObject({
        code: "checkpoint-unavailable",
        message: expect.stringMatching(/cannot be read \(EISDIR\): it is a folder/),
      });
      await owned.release();
      await writeFile(join(folder, "file"), "");
      expect(await caught(fileCheckpoint(join(folder, "file", "feed")).acquire(STREAM))).toMatchObject({
        code: "checkpoint-unavailable",
        message: expect.stringMatching(/cannot be prepared \((ENOTDIR|EEXIST)\)/),
      });
    }));

  it("because its links lead in a circle says so", () =>
    inTemporaryFolder(async (folder) => {
      await symlink("b", join(folder, "a"));
      await symlink("a", join(folder, "b"));
      expect(await caught(fileCheckpoint(join(folder, "a")).acquire(STREAM))).toMatchObject({
        code: "checkpoint-unavailable",
        message: expect.stringMatching(/cannot be prepared \(ELOOP\): its links lead in a circle/),
      });
    }));

  it.runIf(process.platform !== "win32")("because it is a pipe says so, and does not wait for its content", () =>
    inTemporaryFolder(async (folder) => {
      execFileSync("mkfifo", [join(folder, "feed")]);
      const owned = await fileCheckpoint(join(folder, "feed")).acquire(STREAM);
      expect(await caught(owned.load())).toMatchObject({
        code: "checkpoint-unavailable",
        message: expect.stringMatching(/cannot be read \(ENOTFILE\): it is a pipe or a device, name a file/),
      });
      await owned.release();
    }),
  );

  // Node's own recursive mkdir tries without end there.
  it.runIf(process.platform === "linux")("because its place takes no folders says why, at once", async () => {
    expect(await caught(fileCheckpoint("/proc/nope/deeper/feed").acquire(STREAM))).toMatchObject({
      code: "checkpoint-unavailable",
      message: expect.stringMatching(/cannot be prepared \(ENOENT\)/),
    });
  });

  it.runIf(process.platform === "linux")("because there is no flock says what to install", () =>
    inTemporaryFolder(async (folder) => {
      const { PATH } = process.env;
      process.env["PATH"] = folder;
      try {
        expect(await caught(fileCheckpoint(join(folder, "feed")).acquire(STREAM))).toMatchObject({
          code: "checkpoint-unavailable",
          message: expect.stringContaining("the command flock is missing. Install it"),
        });
      } finally {
        process.env["PATH"] = PATH;
      }
    }),
  );
});
