import { createVaultClient, findVault, type Item, itemDraft, itemPatch, itemRef } from "@keywright/vault";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { run } from "../src/lib/run.ts";
import { bundledRun, show, shown } from "./command.ts";
import type { serveVault } from "./support.ts";

const { setUp } = bundledRun();
const APP = ["--env-from", "op://Production/App"];
const VALUES = { API_KEY: "sentinel-key", HOST: "db.example.com", PASSWORD: "sentinel-password" };

type Fields = readonly { readonly label: string; readonly value?: string; readonly type?: "CONCEALED" | "OTP" }[];

/** Creates the item of the tests. Returns it with what changes it. */
async function createApp({ env }: Awaited<ReturnType<typeof serveVault>>, fields: Fields, database: Fields = []) {
  const client = createVaultClient({ baseUrl: env["KEYWRIGHT_VAULT_URL"] ?? "", token: env["KEYWRIGHT_VAULT_TOKEN"] ?? "" });
  const { id: vaultUUID } = await findVault(client, { name: "Production" });
  const sections = database.length === 0 ? [] : [{ label: "database", fields: database }];
  const item = await client.createItem(itemDraft({ vaultUUID, category: "SECURE_NOTE", title: "App", fields, sections }));
  return { item, patch: (body: ReturnType<typeof itemPatch>["body"]): Promise<Item> => client.patchItem({ ...itemRef(item), body }) };
}

const utf8 = (output: string): string => Buffer.from(output, "latin1").toString();
const idOf = ({ fields = [] }: Item, label: string): string => fields.find((field) => field.label === label)?.id ?? "";

/** A vault with an item of three fields, two of them in a section. */
async function setUpApp(files: { readonly [name: string]: string } = {}) {
  const setting = await setUp(files);
  const database = [
    { label: "hóst", value: VALUES.HOST },
    { label: "password", type: "CONCEALED", value: VALUES.PASSWORD },
  ] as const;
  return { ...setting, ...(await createApp(setting.vault, [{ label: "API-key ", value: VALUES.API_KEY }, { label: "unset" }], database)) };
}

describe("--env-from", () => {
  it("makes a variable of each field of an item or a section, masks it, and says which field has no value", async () => {
    const { start } = await setUpApp();
    const all = start([...APP, "--no-masking", ...show(...Object.keys(VALUES), "UNSET")], { HOST: "replaced" });
    expect([await all.ended, shown(all)]).toEqual([[0, null], { ...VALUES, UNSET: null }]);
    expect(all.output.stderr).toBe('keywright-run: op://Production/App, field "unset": has no value, so it sets no variable\n');
    const section = start(["--env-from", "DB_=op://Production/App/database", "--no-masking", ...show("DB_HOST", "DB_PASSWORD", "API_KEY")]);
    expect([await section.ended, shown(section)]).toEqual([[0, null], { DB_HOST: VALUES.HOST, DB_PASSWORD: VALUES.PASSWORD, API_KEY: null }]);
    const masked = start([...APP, "--", "sh", "-c", 'echo "$HOST $API_KEY"']);
    expect([await masked.ended, masked.output.stdout]).toEqual([[0, null], "[secret] [secret]\n"]);
  });

  it("leaves no timer of a check that fails", async () => {
    const { vault } = await setUp();
    await createApp(vault, [{ label: "path", value: "sentinel" }]);
    const clock = fakeClock({ random: 0 });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const signals = { sendTo: () => {}, beforeEnd: () => {} };
    expect(await run(["check", ...APP], { env: vault.env, stdout, stderr, signals, clock })).toEqual({ code: 3 });
    expect(clock.timers).toBe(0);
  });

  it("leaves out the seed of one-time codes and fields without a label", async () => {
    const { vault, start } = await setUp();
    const seed = "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ";
    const { patch } = await createApp(vault, [
      { label: "user", value: "app" },
      { label: "one-time password", type: "OTP", value: seed },
    ]);
    await patch([{ op: "add", path: "/fields", value: { id: "2", label: "", type: "STRING", value: "sentinel" } }]);
    const started = start([...APP, "--no-masking", "--", "env"]);
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toContain("\nUSER=app\n");
    expect(started.output.stdout).not.toMatch(/otpauth|sentinel/);
    expect(started.output.stderr.split("\n")).toEqual([
      'keywright-run: op://Production/App, field "one-time password": is a one-time code; name it with ?attribute=otp',
      'keywright-run: op://Production/App, field "2": has no label, so it sets no variable',
      "",
    ]);
  });

  it("masks each field of a template with all fields, however the star is written", async () => {
    const { start } = await setUpApp({ "app.env": "ALL={{ Production/App/%2A?attribute=fields }}\n" });
    const started = start(["-f", "app.env", "--", "echo", `it is ${VALUES.PASSWORD}`]);
    expect([await started.ended, started.output.stdout]).toEqual([[0, null], "it is [secret]\n"]);
  });

  it("is replaced by env files, and check prints which label became which name", async () => {
    const { start } = await setUpApp({ "app.env": "PASSWORD=op://Production/Database/password\nHOST=localhost\n" });
    const started = start(["check", "-f", "app.env", ...APP], { HOST: "op://Production/Database/user" });
    expect(await started.ended).toEqual([0, null]);
    expect(
      utf8(started.output.stdout)
        .replaceAll(/\d+\)$/gm, "N)")
        .split("\n"),
    ).toEqual([
      "PASSWORD: op://Production/Database/password (version N)",
      'API_KEY: op://Production/App, field "API-key " (version N)',
      'op://Production/App, field "unset": has no value, so it sets no variable',
      'op://Production/App, field "hóst" in section "database": sets no variable, because an env file sets HOST',
      'op://Production/App, field "password" in section "database": sets no variable, because an env file sets PASSWORD',
      "",
    ]);
  });

  it("is an error if labels make the same name or none, or decide which code runs; nothing is started", async () => {
    const { vault, start } = await setUp();
    const labels = ["api key", "API_KEY", "ключ", "2nd", "path", "ld preload", "git ssh command", "https proxy", "Node TLS reject unauthorized"];
    await createApp(
      vault,
      labels.map((label) => ({ label, value: "sentinel" })),
      [{ label: "api.key", value: "sentinel" }],
    );
    const started = start([...APP, "--", "echo", "up"]);
    expect([await started.ended, started.output.stdout]).toEqual([[3, null], ""]);
    const code = (label: string): string =>
      `the field "${label}" of op://Production/App cannot set it, because it decides which code runs or what is trusted; rename the field, or use a prefix`;
    const noName = (label: string): string =>
      `op://Production/App: the label of the field "${label}" makes no variable, which consists of A to Z, digits and _; rename it`;
    expect(utf8(started.output.stderr).split("\n")).toEqual([
      "keywright-run: 7 values cannot be resolved:",
      '  API_KEY: the field "api key" of op://Production/App and the field "API_KEY" of op://Production/App make the same name; rename one, or use a prefix',
      `  ${noName("ключ")}`,
      `  ${noName("2nd")}`,
      `  PATH: ${code("path")}`,
      `  LD_PRELOAD: ${code("ld preload")}`,
      `  GIT_SSH_COMMAND: ${code("git ssh command")}`,
      `  HTTPS_PROXY: ${code("https proxy")}`,
      `  NODE_TLS_REJECT_UNAUTHORIZED: ${code("Node TLS reject unauthorized")}`,
      "",
    ]);
  });

  it("is an error like that of a reference if the item, its section or every value is missing", async () => {
    const { start, vault } = await setUp();
    await createApp(vault, [{ label: "empty" }]);
    const started = start(["--env-from", "op://Production/Nothing", ...APP, "--env-from", "op://Production/Database/main", "--", "echo", "up"]);
    expect([await started.ended, started.output.stdout]).toEqual([[3, null], ""]);
    expect(started.output.stderr).toMatch(/\n {2}op:\/\/Production\/Nothing: vault \w+ has no item with the title "Nothing"; there are "Database", "App"\n/);
    expect(started.output.stderr).toMatch(
      /\n {2}op:\/\/Production\/Database\/main: item \w+ has no section with the id or label "main"; there are no sections/,
    );
    const empty = start([...APP, "--", "echo", "up"]);
    expect([await empty.ended, empty.output.stderr]).toEqual([
      [3, null],
      "keywright-run: 1 value cannot be resolved:\n  op://Production/App: it has no field with a value\n",
    ]);
  });

  it("restarts the command when a field changes, is added or is removed, and keeps it when two make the same name", async () => {
    const { start, item, patch } = await setUpApp();
    const watch = ["--watch", "--poll", "1", "--min-interval", "0"];
    const script = 'echo "up ${#API_KEY} ${#NEW} ${PASSWORD+set};"; exec cat';
    const started = start([...APP, ...watch, "--", "sh", "-c", script]);
    await started.saying("up 12 0 set;");
    await patch(itemPatch(item).set("API-key ", "value", "sentinel-2").body);
    await started.saying("up 10 0 set;");
    const added = await patch(itemPatch(item).add({ label: "new", value: "sentinel-new" }).body);
    await started.saying("up 10 12 set;");
    const same = await patch(itemPatch(added).add({ label: "NEW", value: "sentinel" }).body);
    await started.saying("the command keeps its secrets");
    await patch([{ op: "remove", path: `/fields/${idOf(same, "NEW")}` }, ...itemPatch(same).remove("password").body]);
    await started.saying("up 10 12 ;");
    started.child.kill("SIGTERM");
    await started.ended;
    expect(started.output.stdout.split("\n")).toEqual(["up 12 0 set;", "up 10 0 set;", "up 10 12 set;", "up 10 12 ;", ""]);
    expect(started.output.stderr.split('field "unset"')).toHaveLength(2);
    expect(started.output.stderr).not.toContain("sentinel");
  });

  it("writes files of these names with --files, also of a field that is added later, and removes the file of one that is gone", async () => {
    const { start, item, folder, patch } = await setUpApp();
    const script = 'cat "$API_KEY_FILE"; echo; trap "ls secrets; cat secrets/NEW; exit 0" HUP; echo up; while :; do sleep 0.05; done';
    const options = ["--files", "secrets", "--no-masking", "--watch", "--poll", "1", "--signal", "HUP"];
    const started = start([...APP, ...options, "--", "sh", "-c", script]);
    await started.saying("up");
    await patch(itemPatch(item).remove("password").add({ label: "new", value: "added" }).body);
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toBe(`${VALUES.API_KEY}\nup\nAPI_KEY\nHOST\nNEW\nadded`);
    expect(await readdir(folder)).toEqual([]);
  });

  it("notes the names of added files, so that the next run removes them after a kill", async () => {
    const { start, folder } = await setUpApp();
    const first = start([...APP, "--files", "secrets", "--", "sh", "-c", "echo up; exec cat"]);
    await first.saying("up");
    expect(await readFile(join(folder, "secrets", "PASSWORD"), "utf8")).toBe(VALUES.PASSWORD);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = start(["--files", "secrets", "--", "ls", "secrets/"], { A: "op://Production/Database/password" });
    expect([await second.ended, second.output.stdout]).toEqual([[0, null], "A\n"]);
    expect(await readdir(folder)).toEqual([]);
  });
});
