import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { afterAll, beforeAll, expect, test } from "vitest";

const GUIDE = resolve(import.meta.dirname, "../../../../tools/docs/guides/emulator.md");
const COMMAND = bundledProgram(resolve(import.meta.dirname, "../.."));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keywright-guide-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The shell commands of the guide. */
async function commands(): Promise<string> {
  return [...(await readFile(GUIDE, "utf8")).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join("\n");
}

test("the guide's examples with curl run word for word, one after the other", async () => {
  const script = await commands();
  expect(script.match(/^curl/gm)?.length).toBeGreaterThan(10);
  await symlink(COMMAND, join(folder, "keywright-emulator"));
  // The first failure ends the script, by -e.
  const traced = script.replaceAll(/^curl -s/gm, `curl -s -w '\\n%{http_code}\\n'`);
  const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` };
    execFile("bash", ["-e", "-c", `${traced}\nwait`], { cwd: folder, env }, (error, out, err) => done({ code: error?.code ?? 0, stdout: out, stderr: err }));
  });
  expect([code, stderr]).toEqual([0, ""]);
  const statuses = stdout.match(/^\d{3}$/gm) ?? [];
  expect(statuses).toHaveLength(script.match(/^curl/gm)?.length ?? 0);
  expect(statuses.filter((status) => !status.startsWith("2"))).toEqual([]);
  expect(stdout).toContain('"title":"Finance portal"');
  expect(stdout).toContain('"generated":true');
  expect(stdout).toContain("http_requests_total");
  expect(await readFile(join(folder, "codes.txt"), "utf8")).toContain("Recovery code one");
});
