import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { SEED_SCHEMA } from "../../src/lib/cli/input/seed-file.ts";
import { listAt, objectAt } from "../../src/lib/core/values/json.ts";
import { ask, runToEnd, start, temporaryFile } from "./support.ts";

const newPath = async (name = "seed.yaml") => join(dirname(await temporaryFile("other", "")), name);

test("init writes a seed file that the command loads", async () => {
  const path = await newPath();
  expect(await runToEnd("init", path)).toEqual({ code: 0, printed: `Wrote ${path}. Start with: keywright-emulator --seed ${path}\n`, complained: "" });
  const { management, vault, events } = (await start("--seed", path)).ready;
  expect([management.clientId, management.token, events.token]).toEqual(["my-client", "my-management-token", "my-events-token"]);
  expect(await (await ask(`${vault.baseUrl}/v1/vaults`, "my-vault-token")).json()).toMatchObject([{ name: "Production" }, { name: "Team" }]);
  expect(await (await ask(`${vault.baseUrl}/v1/vaults`, "my-board-token")).json()).toMatchObject([{ name: "Board" }]);
});

test("its file is also valid with every property that is turned off, and names each one of the schema", async () => {
  const path = await newPath();
  await runToEnd("init", path);
  const all = (await readFile(path, "utf8")).replaceAll(/^( *)#(?=\w)/gm, "$1");
  const { ready } = await start("--seed", await temporaryFile("all.yaml", all));
  expect(ready.vault.token).toBe("my-vault-token");
  const names = ["management", "vault", "events"].flatMap((service) => Object.keys(objectAt(SEED_SCHEMA, "$defs", `${service}Options`, "properties")));
  expect(names.length).toBeGreaterThan(15);
  const known = [...Object.keys(objectAt(SEED_SCHEMA, "properties")).filter((name) => name !== "$schema"), ...names];
  expect(known.filter((name) => !new RegExp(`^ *${name}:`, "m").test(all))).toEqual([]);
  expect(listAt(objectAt(SEED_SCHEMA, "$defs", "appDraft"), "required").filter((name) => !all.includes(String(name)))).toEqual([]);
});

test("a file that exists is kept as it is", async () => {
  const path = await temporaryFile("seed.yaml", "mine");
  expect(await runToEnd("init", path)).toEqual({ code: 1, printed: "", complained: `${path}: the file exists; use another name\n` });
  expect(await readFile(path, "utf8")).toBe("mine");
});

test.each([
  [["init", "a.yaml", "b.yaml"], /^init takes the name of a file; got a.yaml b.yaml/],
  [["init", "--force"], /^init takes the name of a file; got --force/],
  [["init", "seed.json"], /^init writes YAML: the name must end with .yaml; got seed.json/],
])("%j is an error of usage", async (args, reason) => {
  expect(await runToEnd(...args)).toMatchObject({ code: 2, complained: expect.stringMatching(reason) });
});

test("a folder that does not exist is an error with the path", async () => {
  const path = join(dirname(await newPath()), "nowhere", "seed.yaml");
  expect(await runToEnd("init", path)).toMatchObject({ code: 1, complained: `${path}: the file cannot be written (ENOENT)\n` });
  await expect(access(path)).rejects.toThrow("ENOENT");
});
