import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ask, type Ready, runToEnd, shortSeed, start, temporaryFile } from "./support.ts";

const newFolder = async () => join(dirname(await temporaryFile("other", "")), "state");
const vaultNames = async ({ vault }: Ready, token = vault.token) =>
  ((await (await ask(`${vault.baseUrl}/v1/vaults`, token)).json()) as { name: string }[]).map(({ name }) => name);
const post = (url: string, token: string, body: unknown, method = "POST") =>
  fetch(url, { method, body: JSON.stringify(body), headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } });

async function titles({ vault }: Ready): Promise<readonly string[]> {
  const [first] = (await (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).json()) as { id: string }[];
  return ((await (await ask(`${vault.baseUrl}/v1/vaults/${first?.id}/items`, vault.token)).json()) as { title: string }[]).map(({ title }) => title);
}

test("the next run has what this one changed, whatever its seed is", async () => {
  const folder = await newFolder();
  const seed = await temporaryFile(
    "seed.yaml",
    "vault: { token: mine, vaults: [{ name: Mine, items: 1 }] }\nmanagement: { auditEvents: 1 }\nevents: { eventsPerStream: 1 }",
  );
  const first = await start("--state", folder, "--seed", seed, "--control-port", "0");
  const [vault] = (await (await ask(`${first.ready.vault.baseUrl}/v1/vaults`, "mine")).json()) as { id: string }[];
  await post(`${first.ready.vault.baseUrl}/v1/vaults/${vault?.id}/items`, "mine", { title: "New", category: "LOGIN", vault: { id: vault?.id } });
  await post(`${first.ready.control?.baseUrl}/events`, "", { stream: "auditevents", events: [{ uuid: "APPENDED" }] });
  expect(await first.stop()).toBe(0);

  const second = await start("--state", folder, "--seed", await temporaryFile("seed.json", { vault: { vaults: [] } }));
  expect(await titles(second.ready)).toEqual(["Mine login 1", "New"]);
  const page = await post(`${second.ready.events.baseUrl}/api/v2/auditevents`, second.ready.events.token, { start_time: "2020-01-01T00:00:00Z" });
  expect(((await page.json()) as { items: { uuid: string }[] }).items.at(-1)?.uuid).toBe("APPENDED");
});

test("a clock that was moved continues where it stopped; another one has the system's time", async () => {
  const folder = await newFolder();
  const date = async ({ vault }: Ready) => Date.parse((await ask(`${vault.baseUrl}/heartbeat`, "")).headers.get("date") ?? "");
  const first = await start("--state", folder, "--seed", await shortSeed());
  const now = await date(first.ready);
  await first.stop();
  expect(JSON.parse(await readFile(join(folder, "state.json"), "utf8"))).not.toHaveProperty("time");
  const second = await start("--state", folder, "--control-port", "0");
  expect((await date(second.ready)) - now).toBeLessThan(600_000);
  await post(`${second.ready.control?.baseUrl}/clock`, "", { now: "2040-01-01T00:00:00Z" });
  await second.stop();
  expect(new Date(await date((await start("--state", folder)).ready)).toISOString()).toMatch(/^2040-01-01T00:/);
});

test("one process alone uses the folder, until it ends", async () => {
  const folder = await newFolder();
  const first = await start("--state", folder);
  expect(await runToEnd("--port", "0", "--state", folder)).toEqual({
    code: 1,
    printed: "",
    complained: `${folder}: another process uses the state; stop it, or use another folder\n`,
  });
  await first.stop();
  expect(await vaultNames((await start("--state", folder)).ready)).toContain("Team");
});

test.each([
  ["{", /: must be JSON; got the end after "\{" in line 1, column 2: correct it\n/],
  ['{"vault":{"state":{},"random":[1,2,3,4]}}', /: \/vault\/state\/server is required\n/],
])("a file that is damaged ends the command with its path, and stays as it is: %s", async (content, reason) => {
  const folder = await newFolder();
  await mkdir(folder);
  await writeFile(join(folder, "state.json"), content);
  const { code, complained } = await runToEnd("--port", "0", "--state", folder);
  expect([code, complained]).toEqual([1, expect.stringMatching(reason)]);
  expect(complained).toContain(`${join(folder, "state.json")}: `);
  expect(complained).toContain("The file was not changed: repair it, or move it away to start anew.");
  expect(await readFile(join(folder, "state.json"), "utf8")).toBe(content);
  await writeFile(join(folder, "state.json"), "{}");
  expect(await vaultNames((await start("--state", folder)).ready)).toContain("Team");
});

test("what a killed process left half written is removed", async () => {
  const folder = await newFolder();
  await mkdir(folder);
  await writeFile(join(folder, ".state.json.5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01.tmp"), "{");
  await start("--state", folder);
  expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("a folder that cannot be made is an error with its path", async () => {
  const file = await temporaryFile("file", "");
  const { code, complained } = await runToEnd("--port", "0", "--state", join(file, "state"));
  expect([code, complained]).toEqual([1, expect.stringContaining(`${join(file, "state")}: `)]);
});
