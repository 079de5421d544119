import { mkdir, readdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lockFile } from "../../src/node.ts";
import { caught } from "../support.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

it("a file is had by one at a time, whatever path leads to its folder, and by another one after that", () =>
  inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, "true"));
    await symlink("true", join(folder, "linked"));
    const owned = await lockFile(join(folder, "true", "lines"), "output");
    expect(owned.file).toBe(join(await realpath(folder), "true", "lines"));
    const path = join(folder, "linked", "lines");
    expect(await caught(lockFile(path, "output"))).toMatchObject({
      name: "CheckpointError",
      code: "checkpoint-owned",
      option: "standByMs",
      advice: "stop that one first, or stand by for it (a feed's standByMs)",
      message: expect.stringContaining(`the output ${path} is in use by another process`),
    });
    await owned.release();
    await (await lockFile(path, "output")).release();
  }));

it("a file that is had is not touched, and not made; its folder and its lock are", () =>
  inTemporaryFolder(async (folder) => {
    await (await lockFile(join(folder, "inner", "lines"), "output")).release();
    expect(await readdir(join(folder, "inner"))).toEqual(["lines.lock"]);
  }));

it("a file whose lock cannot be made is refused by its name, with the reason", () =>
  inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, "lines.lock"));
    expect(await caught(lockFile(join(folder, "lines"), "output"))).toMatchObject({
      code: "checkpoint-unavailable",
      message: `the output ${join(folder, "lines")} cannot be locked by ${join(await realpath(folder), "lines.lock")} (EISDIR): it is a folder, name a file`,
    });
  }));

it.runIf(process.platform === "linux")(
  "a file is had although the terminal's Ctrl-C ends the command that locks it, which is a signal to all of a program's group",
  () =>
    inTemporaryFolder(async (folder) => {
      const { PATH } = process.env;
      const flock = join(folder, "flock");
      await writeFile(flock, `#!/bin/sh\nif mkdir "${folder}/struck"; then kill -INT $$; fi\nPATH="${PATH}" exec flock "$@"\n`, { mode: 0o700 });
      process.env["PATH"] = `${folder}:${PATH}`;
      try {
        await (await lockFile(join(folder, "lines"), "output")).release();
      } finally {
        process.env["PATH"] = PATH;
      }
      expect(await readdir(folder)).toContain("struck");
    }),
);

it("what is no path is refused before anything is made", async () => {
  expect(await caught(lockFile("", "output"))).toMatchObject({
    name: "ArgumentError",
    argument: "path",
    message: expect.stringMatching(/^lockFile: path must be a path/),
  });
});
