import { execFileSync } from "node:child_process";
import { link, mkdir, readdir, readFile, rm, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundledRun } from "./command.ts";
import { program, SECRETS, serveVault, startProcess } from "./support.ts";

const { command, setUp } = bundledRun();

describe("inject", () => {
  const TEMPLATE = 'user: {{ Production/Database/user }}\npassword: {{ op://Production/Database/password }}\n{{ "{{" }} .Values }}\n';
  const WRITTEN = `user: app\npassword: ${SECRETS.database}\n{{ .Values }}\n`;

  it("writes a file with mode 0600, or another mode", async () => {
    const { start, folder } = await setUp({ "t.yml": TEMPLATE, "loose.yml": "old" });
    for (const [file, mode] of [
      ["new.yml", "0600"],
      ["loose.yml", "0440"],
    ] as const) {
      const started = start(["inject", "t.yml", "-o", file, "--mode", mode]);
      expect([await started.ended, started.output]).toEqual([[0, null], { stdout: "", stderr: "" }]);
      expect(await readFile(join(folder, file), "utf8")).toBe(WRITTEN);
      expect(((await stat(join(folder, file))).mode & 0o777).toString(8)).toBe(mode.slice(1));
    }
  });

  it.each(["t.yml", "./t.yml", "link.yml", "hard.yml"])("does not replace its template by %s", async (output) => {
    const { start, folder } = await setUp({ "t.yml": TEMPLATE });
    await symlink("t.yml", join(folder, "link.yml"));
    await link(join(folder, "t.yml"), join(folder, "hard.yml"));
    const started = start(["inject", "t.yml", "-o", output]);
    expect(await started.ended).toEqual([1, null]);
    expect(started.output.stderr).toBe(`keywright-run: --output must be another file than the template; ${output} is the template\n`);
    const fromInput = startProcess("sh", ["-c", 'exec "$@" < t.yml', "sh", process.execPath, command, "inject", "-o", output], {
      cwd: folder,
      env: { PATH: process.env["PATH"], ...(await serveVault()).env },
    });
    expect(await fromInput.ended).toEqual([1, null]);
    expect(await readFile(join(folder, "t.yml"), "utf8")).toBe(TEMPLATE);
  });

  it("keeps the byte order mark of its template", async () => {
    const { start, folder } = await setUp({ "t.yml": `\ufeff${TEMPLATE}` });
    expect(await start(["inject", "t.yml", "-o", "out.yml"]).ended).toEqual([0, null]);
    expect(await readFile(join(folder, "out.yml"), "utf8")).toBe(`\ufeff${WRITTEN}`);
  });

  it("reads standard input and writes standard output without names", async () => {
    const { start } = await setUp();
    const started = start(["inject"]);
    started.child.stdin?.end(TEMPLATE);
    expect([await started.ended, started.output]).toEqual([[0, null], { stdout: WRITTEN, stderr: "" }]);
  });

  it.each([
    ["a reference that leads to nothing", "{{ Production/Database/nothing }}", "out.yml", 3],
    ["bytes that are not UTF-8", Buffer.from([0xff]), "out.yml", 1],
    ["a folder as output", "", ".", 1],
    ["a named pipe as output", "", "pipe", 1],
    ["a link to a named pipe as output", "", "link", 1],
    ["a folder that is not there", "", "absent/out.yml", 1],
  ])("changes nothing with %s", async (_, content, output, code) => {
    const { start, folder } = await setUp({ "out.yml": "old" });
    await writeFile(join(folder, "t.yml"), content);
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await symlink("pipe", join(folder, "link"));
    const started = start(["inject", "t.yml", "-o", output]);
    expect(await started.ended).toEqual([code, null]);
    expect(await readFile(join(folder, "out.yml"), "utf8")).toBe("old");
    expect((await stat(join(folder, "pipe"))).isFIFO()).toBe(true);
  });

  it("leaves no temporary file with secrets when a signal arrives while it writes", async () => {
    const { start, folder } = await setUp({ "t.yml": TEMPLATE });
    const started = start(["inject", "t.yml", "-o", "out.yml"], { NODE_OPTIONS: `--import=${program("slow-disk")}` });
    await started.saying("writing;");
    started.child.kill("SIGTERM");
    await started.saying("got SIGTERM;");
    await writeFile(join(folder, "go"), "");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
    expect((await readdir(folder)).sort()).toEqual(["go", "out.yml", "t.yml"]);
    expect(await readFile(join(folder, "out.yml"), "utf8")).toBe(WRITTEN);
  });

  it("writes a file later that could not be written, without another change", async () => {
    const { start, folder, vault } = await setUp({ "t.yml": TEMPLATE });
    const started = start(["inject", "t.yml", "-o", "out.yml", "--watch", "--poll", "1"]);
    await started.saying("out.yml was written");
    await rm(join(folder, "out.yml"));
    await mkdir(join(folder, "out.yml"));
    await vault.rotate("sentinel-database-2");
    await started.saying("out.yml is none");
    await rmdir(join(folder, "out.yml"));
    await started.saying("out.yml was written", 2);
    expect(await readFile(join(folder, "out.yml"), "utf8")).toContain("sentinel-database-2");
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
  });

  it("writes again when a secret changes, until a signal ends it", async () => {
    const { start, folder, vault } = await setUp({ "t.yml": TEMPLATE });
    const started = start(["inject", "t.yml", "-o", "out.yml", "--watch", "--poll", "1"]);
    await started.saying("out.yml was written");
    // A terminal sends it when its size changes.
    started.child.kill("SIGWINCH");
    await vault.rotate("sentinel-database-2");
    await started.saying("out.yml was written", 2);
    expect(await readFile(join(folder, "out.yml"), "utf8")).toBe(WRITTEN.replace(SECRETS.database, "sentinel-database-2"));
    started.child.kill("SIGTERM");
    expect(await started.ended).toEqual([null, "SIGTERM"]);
    expect(started.output.stderr).not.toContain("sentinel");
  });
});
