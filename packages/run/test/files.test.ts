import { access, chmod, mkdir, readdir, readFile, readlink, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundledRun } from "./command.ts";
import { openSecretFiles } from "../src/lib/secrets/secret-files.ts";
import { folderForTest, SECRETS } from "./support.ts";

const { setUp } = bundledRun();
const ENV = { A: "op://Production/Database/password", KEY: "op://Build/Registry/key" };
const FILES = ["--files", "secrets", "--no-masking"];
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe("--files", () => {
  it("passes secrets as files with mode 0400 instead of variables, and removes them at the end", async () => {
    const { folder, start } = await setUp({ "app.env": 'URL="postgres://{{ op://Production/Database/password }}@db"\nPLAIN=plain\n' });
    const script =
      'stat -L -c "%a %n" secrets "$A_FILE" "$KEY_FILE" "$URL_FILE"; cat "$KEY_FILE"; echo; cat "$URL_FILE"; echo; echo "$A$KEY$URL$PLAIN"; ls secrets/';
    const started = start([...FILES, "--env-file", "app.env", "--", "sh", "-c", script], ENV);
    expect(await started.ended).toEqual([0, null]);
    const path = (name: string): string => join(folder, "secrets", name);
    expect(started.output.stdout.replaceAll(folder, await realpath(folder)).split("\n")).toEqual([
      "700 secrets",
      ...["A", "KEY", "URL"].map((name) => `400 ${path(name)}`),
      ...SECRETS.key.split("\n"),
      `postgres://${SECRETS.database}@db`,
      "plain",
      "A",
      "KEY",
      "URL",
      "",
    ]);
    expect(await readdir(folder)).toEqual(["app.env"]);
  });

  it.runIf(process.platform === "linux")("has them in memory, also if the folder is on a disk, and says so otherwise", async () => {
    const { folder, start } = await setUp();
    const started = start([...FILES, "--", "sh", "-c", "readlink secrets; stat -f -L -c %T secrets/A"], ENV);
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toMatch(/^\/dev\/shm\/keywright-run-\w+\ntmpfs\n$/);
    expect([started.output.stderr, await isThere(started.output.stdout.split("\n")[0] ?? "")]).toEqual(["", false]);
    await mkdir(join(folder, "own"), { mode: 0o700 });
    const own = start(["--files", "own", "--", "ls", "own"], ENV);
    expect([await own.ended, own.output.stdout]).toEqual([[0, null], "A\nKEY\n"]);
    expect(own.output.stderr).toContain("own is on a disk, which can keep secrets after they are removed");
    expect(await readdir(join(folder, "own"))).toEqual([]);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("removes them after %s, and after a command that cannot be started", async (signal) => {
    const { folder, start } = await setUp();
    const started = start([...FILES, "--", "sh", "-c", "echo up; exec cat"], ENV);
    await started.saying("up");
    expect(await isThere(join(folder, "secrets", "A"))).toBe(true);
    started.child.kill(signal);
    expect(await started.ended).toEqual([null, signal]);
    expect(await start([...FILES, "--", "no-such-command"], ENV).ended).toEqual([127, null]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("replaces a file whole when its secret changes, before the command gets its signal", async () => {
    const { vault, folder, start } = await setUp();
    const script = `trap 'cat secrets/A; echo; exit 0' HUP; echo up; while :; do sleep 0.05; done`;
    const started = start([...FILES, "--watch", "--poll", "1", "--signal", "HUP", "--", "sh", "-c", script], ENV);
    await started.saying("up");
    const before = await stat(join(folder, "secrets", "A"));
    await vault.rotate("another-value");
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toBe("up\nanother-value\n");
    expect(before.mode & 0o777).toBe(0o400);
    expect(await readdir(folder)).toEqual([]);
  });

  it("uses and then removes the folder that a killed run left", async () => {
    const { folder, start } = await setUp();
    const first = start([...FILES, "--", "sh", "-c", "echo up; exec cat"], ENV);
    await first.saying("up");
    const target = await realpath(join(folder, "secrets"));
    first.child.kill("SIGKILL");
    await first.ended;
    expect(await readdir(target)).toEqual(expect.arrayContaining(["A", "KEY"]));
    const second = start([...FILES, "--", "sh", "-c", "cat secrets/A; ls secrets/"], { A: "op://Build/Registry/token" });
    expect([await second.ended, second.output.stdout]).toEqual([[0, null], `${SECRETS.token}A\n`]);
    expect([await readdir(folder), await isThere(target)]).toEqual([[], false]);
  });

  it.runIf(process.platform === "linux")("uses the link of a killed run after a boot, when its memory is empty, and no other link", async () => {
    const { folder, start } = await setUp();
    const target = `/dev/shm/keywright-run-${basename(folder)}`;
    await symlink(target, join(folder, "secrets"));
    const started = start([...FILES, "--", "ls", "secrets/"], ENV);
    expect([await started.ended, started.output.stdout]).toEqual([[0, null], "A\nKEY\n"]);
    expect([await readdir(folder), await isThere(target)]).toEqual([[], false]);
    await symlink("nowhere", join(folder, "secrets"));
    expect(await start([...FILES, "--", "ls"], ENV).ended).toEqual([1, null]);
    expect(await readlink(join(folder, "secrets"))).toBe("nowhere");
  });

  it("belongs to one run at a time, whose files another run does not touch", async () => {
    const { folder, start } = await setUp();
    const first = start([...FILES, "--", "sh", "-c", "echo up; exec cat"], ENV);
    await first.saying("up");
    const second = start([...FILES, "--", "echo", "started"], { A: "op://Build/Registry/token" });
    expect([await second.ended, second.output.stdout]).toEqual([[1, null], ""]);
    expect(second.output.stderr).toContain("--files must be a folder of one run; another one uses secrets");
    expect(await readFile(join(folder, "secrets", "A"), "utf8")).toBe(SECRETS.database);
    first.child.kill("SIGTERM");
    await first.ended;
    expect(await readdir(folder)).toEqual([]);
  });

  it("neither replaces nor removes a file of others in the folder", async () => {
    const { folder, start } = await setUp();
    await mkdir(join(folder, "secrets"), { mode: 0o700 });
    await writeFile(join(folder, "secrets", "other"), "other");
    expect(await start([...FILES, "--", "true"], ENV).ended).toEqual([0, null]);
    await symlink("other", join(folder, "secrets", "KEY"));
    const started = start([...FILES, "--", "echo", "started"], ENV);
    expect([await started.ended, started.output.stdout]).toEqual([[1, null], ""]);
    expect(started.output.stderr).toContain("--files replaces no file; secrets/KEY is there. Name another folder");
    await writeFile(join(folder, "secrets", ".A.tmp"), "own");
    const temporary = start(["--files", "secrets", "--", "true"], { A: ENV.A });
    expect([await temporary.ended, temporary.output.stderr]).toEqual([[1, null], expect.stringContaining("secrets/.A.tmp is there")]);
    await rm(join(folder, "secrets", ".A.tmp"));
    expect(await start(["--files", "secrets", "--", "true"], { A: ENV.A }).ended).toEqual([0, null]);
    expect((await readdir(join(folder, "secrets"))).filter((name) => !name.startsWith("."))).toEqual(["KEY", "other"]);
    expect(await readFile(join(folder, "secrets", "other"), "utf8")).toBe("other");
  });

  it("passes no value in the environment, and masks the content of the files in the output", async () => {
    const { start } = await setUp();
    const started = start(["--files", "secrets", "--", "sh", "-c", 'env; cat "$A_FILE" "$KEY_FILE"'], ENV);
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toMatch(/^A_FILE=.*\/secrets\/A$/m);
    expect(started.output.stdout).not.toMatch(/^(A|KEY)=|op:/m);
    expect(started.output.stdout).toContain("[secret][secret]");
    expect(started.output.stdout).not.toMatch(/sentinel|line-of-the-key/);
  });

  it("is an error if a name is no file's, its variable is there, or others can write to the folder; nothing is started", async () => {
    const { folder, start } = await setUp({ "app.env": "A/B=op://Production/Database/password\n..=op://Production/Database/password\n", file: "" });
    const names = start([...FILES, "-f", "app.env", "--", "echo", "up"], { ...ENV, A_FILE: "x" });
    expect([await names.ended, names.output.stdout]).toEqual([[3, null], ""]);
    expect(names.output.stderr).toContain("A: --files sets A_FILE, which is there already");
    expect(names.output.stderr).toContain("A/B: with --files, its name must consist of letters");
    expect(names.output.stderr).toContain("..: with --files, its name must consist of letters");
    await mkdir(join(folder, "open"));
    await chmod(join(folder, "open"), 0o777);
    await symlink("open", join(folder, "link"));
    for (const [files, message] of [
      ["open", "must be a folder that only this user can write to;"],
      ["link", "must be a folder that only this user can write to;"],
      ["file", "--files must be a folder;"],
      ["none/none", "none/none cannot be used for --files: ENOENT"],
    ] as const) {
      const started = start(["--files", files, "--", "echo", "up"], ENV);
      expect([await started.ended, started.output.stdout]).toEqual([[1, null], ""]);
      expect(started.output.stderr).toContain(message);
    }
    expect(await readdir(folder)).toEqual(["app.env", "file", "link", "open"]);
  });
});

describe("the files of a run", () => {
  const open = (folder: string) => openSecretFiles(join(folder, "secrets"), ["A", "B"], () => {});

  it("all change or none does, and one that is equal is not written", async () => {
    const folder = await folderForTest();
    const files = await open(folder);
    const path = (name: string): string => join(folder, "secrets", name);
    files.write([
      ["A", "1"],
      ["B", "1"],
    ]);
    const before = await stat(path("A"));
    await mkdir(path(".B.tmp"));
    const change = () =>
      files.write([
        ["A", "2"],
        ["B", "2"],
      ]);
    expect(change).toThrow("the files of --files cannot be written to");
    expect([await readFile(path("A"), "utf8"), await readFile(path("B"), "utf8")]).toEqual(["1", "1"]);
    await rm(path(".B.tmp"), { recursive: true });
    files.write([
      ["A", "1"],
      ["B", "2"],
    ]);
    expect([(await stat(path("A"))).ino, await readFile(path("B"), "utf8")]).toEqual([before.ino, "2"]);
    await files.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it("stay removed when a change comes late", async () => {
    const folder = await folderForTest();
    const files = await open(folder);
    files.write([["A", "1"]]);
    files.remove();
    files.write([["A", "2"]]);
    await files.close();
    expect(await readdir(folder)).toEqual([]);
  });
});
