import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, readlink, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { readFileIfThere } from "../../../src/lib/node/files/atomic-file.ts";
import { lockFile } from "../../../src/node.ts";
import { caught } from "../../support.ts";
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
      advice: "stop that process, or wait for it with standByMs",
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

it("a file whose lock cannot be made throws an error with its name and the reason", () =>
  inTemporaryFolder(async (folder) => {
    await mkdir(join(folder, "lines.lock"));
    expect(await caught(lockFile(join(folder, "lines"), "output"))).toMatchObject({
      code: "checkpoint-unavailable",
      message: `the output ${join(folder, "lines")} cannot be locked by ${join(await realpath(folder), "lines.lock")} (EISDIR): it is a folder, name a file`,
    });
  }));

describe.runIf(process.platform === "linux")("the command that locks", () => {
  /** Runs a program with a script of this name and text in the place of `flock`. */
  const withFlock = (script: (folder: string) => string, use: (path: string, folder: string) => Promise<void>) => (): Promise<void> =>
    inTemporaryFolder(async (folder) => {
      const { PATH } = process.env;
      await writeFile(join(folder, "flock"), `#!/bin/sh\n${script(folder)}\n`, { mode: 0o700 });
      process.env["PATH"] = `${folder}:${PATH}`;
      try {
        await use(join(folder, "lines"), folder);
      } finally {
        process.env["PATH"] = PATH;
      }
    });
  const real = `PATH="${process.env["PATH"]}" exec flock "$@"`;

  it(
    "is run again if the terminal's Ctrl-C ends it, which is a signal to all of a program's group",
    withFlock(
      (folder) => `if mkdir "${folder}/struck"; then kill -INT $$; fi\n${real}`,
      async (path, folder) => {
        await (await lockFile(path, "output")).release();
        expect(await readdir(folder)).toContain("struck");
      },
    ),
  );

  it(
    "is not run for ever if it is killed each time",
    withFlock(
      (folder) => `echo >> "${folder}/runs"\nkill -KILL $$`,
      async (path, folder) => {
        expect(await caught(lockFile(path, "output"))).toMatchObject({
          code: "checkpoint-unavailable",
          message: `the output ${path} cannot be locked: the command flock was killed each time: start again`,
        });
        expect(await readFile(join(folder, "runs"), "utf8")).toBe("\n".repeat(5));
      },
    ),
  );

  it(
    "is ended if it hangs",
    withFlock(
      (folder) => `echo $$ > "${folder}/pid"\nwhile :; do read line < "${folder}/nothing"; done`,
      async (path, folder) => {
        execFileSync("mkfifo", [join(folder, "nothing")]);
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
        try {
          const lock = caught(lockFile(path, "output"));
          while ((await readFileIfThere(join(folder, "pid"))) === undefined) await new Promise((resolve) => setImmediate(resolve));
          await vi.advanceTimersByTimeAsync(10_000);
          expect(await lock).toMatchObject({
            code: "checkpoint-unavailable",
            message: expect.stringContaining("the command flock did not end within 10 seconds: check the file system"),
          });
        } finally {
          vi.useRealTimers();
        }
      },
    ),
  );

  it("that cannot be started is named with the reason, and the lock file is closed", () =>
    inTemporaryFolder(async (folder) => {
      await writeFile(join(folder, "flock"), "", { mode: 0o600 });
      vi.stubEnv("PATH", folder);
      const error = await caught(lockFile(join(folder, "lines"), "output"));
      vi.unstubAllEnvs();
      expect(error).toMatchObject({
        code: "checkpoint-unavailable",
        message: expect.stringMatching(/lines cannot be locked: the command flock cannot be started \(EACCES\): give this user the right to it$/),
      });
      const open = await Promise.all((await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "closed meanwhile")));
      expect(open).not.toContain(join(await realpath(folder), "lines.lock"));
    }));

  it(
    "gets none of the program's environment, which may have secrets",
    withFlock(
      (folder) => `env > "${folder}/environment"\n${real}`,
      async (path, folder) => {
        vi.stubEnv("VAULT_TOKEN", "example-token");
        await (await lockFile(path)).release();
        vi.unstubAllEnvs();
        expect(await readFile(join(folder, "environment"), "utf8")).not.toContain("example-token");
      },
    ),
  );
});

it("what is no path throws before anything is made", async () => {
  expect(await caught(lockFile("", "output"))).toMatchObject({
    name: "ArgumentError",
    argument: "path",
    message: expect.stringMatching(/^lockFile: path must be a path/),
  });
});
