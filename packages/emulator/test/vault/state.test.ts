import { describe, expect, test } from "vitest";
import { VAULT_DOCUMENT } from "../../src/generated/vault.ts";
import { createContract } from "../../src/lib/core/contract/create-contract.ts";
import { knownValues } from "../../src/lib/core/schemas/schema-branches.ts";
import { createVaultEmulator, type VaultEmulator } from "../../src/vault.ts";
import { clientOf, IDS, LOGIN_PATH, patch, send, sendJson, START, testVault } from "./support.ts";

const contract = createContract(VAULT_DOCUMENT);
const rich = () => testVault({ seed: {} });

describe("the default state", () => {
  const emulator = rich();
  const { vaults, items, activity } = emulator.snapshot().state;
  const fields = items.flatMap((item) => item.fields);
  const missing = (name: string, values: readonly unknown[]) => knownValues(VAULT_DOCUMENT, name).filter((value) => !values.includes(value));

  test("has every kind of vault, and every category of item, those that cannot be created too", () => {
    expect(
      missing(
        "VaultType",
        vaults.map(({ type }) => type),
      ),
    ).toEqual([]);
    expect(
      missing(
        "ItemCategory",
        items.map(({ category }) => category),
      ),
    ).toEqual([]);
  });

  test("has every type and purpose of field, and passwords with a history", () => {
    expect(
      missing(
        "FieldType",
        fields.map(({ type }) => type),
      ),
    ).toEqual([]);
    expect(missing("FieldPurpose", ["", ...fields.map(({ purpose }) => purpose)])).toEqual([]);
    expect(fields.some(({ passwordDetails }) => (passwordDetails?.history?.length ?? 0) > 0)).toBe(true);
  });

  test("has several vaults in the token's scope and one outside it", async () => {
    const listed = await clientOf(emulator).listVaults();
    expect(listed.length).toBe(vaults.length - 1);
    expect(listed.map(({ id }) => id)).not.toContain(emulator.deniedVaultUUID);
    await expect(clientOf(emulator).getVault({ vaultUUID: emulator.deniedVaultUUID as string })).rejects.toMatchObject({ status: 403 });
  });

  test("has an item with files in the first vault listed, small enough to be had inline, and a one-time code", async () => {
    const vault = clientOf(emulator);
    const [first] = await vault.listVaults();
    const path = { vaultUUID: first?.id as string, itemUUID: emulator.fileItemUUID as string };
    const files = await vault.listFiles({ ...path, inline_content: true });
    expect(files.map(({ id }) => id)).toContain(emulator.fileUUID);
    for (const { id, content, size } of files) {
      const bytes = await (await vault.getFileContent({ ...path, fileUUID: id })).bytes();
      expect([bytes.length, Buffer.from(bytes).toString("base64")]).toEqual([size, content]);
    }
    expect((await vault.getItem(path)).fields?.some(({ totp }) => /^\d{6}$/.test(totp ?? ""))).toBe(true);
  });

  test("has files above the limit, and files of unknown size on both sides of theirs", async () => {
    const seen = [];
    for (const item of items.filter(({ files }) => files.length > 0)) {
      for (const { id, size } of item.files) {
        const { status } = await send(emulator, `/v1/vaults/${item.vaultId}/items/${item.id}/files/${id}?inline_content=true`);
        seen.push(`${size === undefined ? "unknown" : "known"} ${status}`);
      }
    }
    expect(new Set(seen)).toEqual(new Set(["known 200", "known 413", "unknown 200", "unknown 413"]));
  });

  test("has two weeks of activity with every action and result, none of the time to come", () => {
    expect(activity).toHaveLength(180);
    expect(
      missing(
        "ActivityAction",
        activity.map(({ action }) => action),
      ),
    ).toEqual([]);
    expect(
      missing(
        "ActivityResult",
        activity.map(({ result }) => result),
      ),
    ).toEqual([]);
    expect(activity.flatMap((entry) => contract.checkSchema("APIRequest", entry))).toEqual([]);
    const times = activity.map(({ timestamp = "" }) => timestamp);
    expect([times, times.filter((time) => time > START)]).toEqual([[...times].sort(), []]);
  });

  test("responds to every read as the contract says", async () => {
    const vault = clientOf(emulator);
    for (const { id } of await vault.listVaults()) {
      expect(contract.checkSchema("Vault", await vault.getVault({ vaultUUID: id }))).toEqual([]);
      for (const item of await vault.listItems({ vaultUUID: id })) await vault.getItem({ vaultUUID: id, itemUUID: item.id });
    }
    expect(items.filter(({ createdAt, updatedAt }) => createdAt > updatedAt || updatedAt > START)).toEqual([]);
  });
});

describe("a state of your own", () => {
  test("is made of drafts: vaults, items, files", async () => {
    const text = "hello";
    const emulator = testVault({
      seed: {
        token: "mine",
        vaults: [{ name: "V", items: [{ title: "I", category: "LOGIN", fields: [{ purpose: "PASSWORD", generate: true }], files: [{ name: "f", text }] }] }],
      },
    });
    const vault = clientOf(emulator, "mine");
    const [only] = await vault.listVaults();
    const [item] = await vault.listItems({ vaultUUID: only?.id as string });
    expect(item).toMatchObject({ title: "I", files: [{ name: "f", size: 5 }] });
    expect([emulator.deniedVaultUUID, emulator.fileItemUUID]).toEqual([undefined, item?.id]);
  });

  test("may have no vaults at all", async () => {
    const emulator = testVault({ seed: { vaults: [] } });
    expect(await clientOf(emulator).listVaults()).toEqual([]);
    expect([emulator.deniedVaultUUID, emulator.fileItemUUID, emulator.fileUUID]).toEqual([undefined, undefined, undefined]);
  });

  test("with a draft that breaks a rule is said at once", () => {
    expect(() => testVault({ seed: { vaults: [{ name: "V", items: [{ title: "I", category: "LOGIN", fields: [{ id: "a" }, { id: "a" }] }] }] } })).toThrow(
      "Two fields have the same id",
    );
  });
});

async function transcript(emulator: VaultEmulator): Promise<string> {
  const lines: string[] = [emulator.token, emulator.issueToken({ vaults: [] })];
  const note = async (path: string, init?: RequestInit) => {
    const { status, headers, body } = await send(emulator, path, init);
    lines.push(JSON.stringify([status, [...headers], body]));
  };
  const id = emulator.store.vaults.list()[0]?.id;
  await note(`/v1/vaults/${id}/items`);
  await note(`/v1/vaults/${id}/items`, {
    method: "POST",
    body: JSON.stringify({ title: "x", vault: { id }, category: "LOGIN", fields: [{ generate: true }] }),
  });
  await note(`/v1/vaults/${id}/items/${emulator.fileItemUUID}`, { method: "PATCH", body: '[{"op":"add","path":"/fields/password/generate","value":true}]' });
  await note("/v1/activity");
  await note("/metrics");
  return lines.join("\n");
}

describe("two runs", () => {
  test("with the same seed and time are the same to the byte: ids, generated values, codes, activity", async () => {
    expect(await transcript(rich())).toBe(await transcript(rich()));
  });

  test("with different seeds are not", async () => {
    expect(await transcript(testVault({ seed: {}, randomSeed: 2 }))).not.toBe(await transcript(rich()));
  });
});

describe("reset, snapshot and restore", () => {
  test("reset brings back the first state, ids included", async () => {
    const emulator = rich();
    const first = await transcript(emulator);
    await send(emulator, `/v1/vaults/${emulator.store.vaults.list()[0]?.id}/items/${emulator.fileItemUUID}`, { method: "DELETE" });
    emulator.reset();
    expect(await transcript(emulator)).toBe(first);
  });

  test("a snapshot keeps items, files, tokens, activity and what is random next, through JSON", async () => {
    const emulator = testVault();
    await patch(emulator, [{ op: "add", path: "/fields/password/generate", value: true }]);
    emulator.attachFile(IDS.login, { name: "more.bin", contentBase64: "AP8=" });
    const saved = JSON.stringify(emulator.snapshot());
    const next = emulator.issueToken();
    const restored = testVault({ seed: {} });
    restored.restore(JSON.parse(saved));
    expect(JSON.stringify(restored.snapshot())).toBe(saved);
    expect(restored.issueToken()).toBe(next);
    expect((await send(restored, LOGIN_PATH)).body).toEqual((await send(emulator, LOGIN_PATH)).body);
  });

  test("a snapshot stays as it was while the emulator goes on", async () => {
    const emulator = testVault();
    const snapshot = emulator.snapshot();
    const text = JSON.stringify(snapshot);
    await patch(emulator, [{ op: "replace", path: "/fields/username/value", value: "changed" }]);
    await sendJson(emulator, "POST", `/v1/vaults/${IDS.vault}/items`, { title: "x", vault: { id: IDS.vault }, category: "LOGIN" });
    await send(emulator, LOGIN_PATH, { method: "DELETE" });
    expect(JSON.stringify(snapshot)).toBe(text);
  });

  test("a reset while requests are under way leaves a state that is whole", async () => {
    const emulator = testVault();
    const requests = Array.from({ length: 50 }, (_unused, index) => patch(emulator, [{ op: "add", path: "/tags/-", value: String(index) }]));
    emulator.reset();
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]));
    emulator.reset();
    expect((await send(emulator, LOGIN_PATH)).body).toMatchObject({ tags: ["finance", "web"] });
  });

  test("a clock that is set back does no harm: versions go on", async () => {
    const emulator = testVault();
    const { version } = (await patch(emulator, [{ op: "remove", path: "/tags" }])).body as { version: number };
    emulator.clock.advance(-86_400_000);
    expect((await patch(emulator, [{ op: "add", path: "/tags", value: [] }])).body).toMatchObject({
      version: version + 1,
      updatedAt: "2026-03-01T12:00:00.000Z",
    });
  });
});

test("without options an emulator runs on the machine's time", async () => {
  const emulator = createVaultEmulator();
  expect((await clientOf(emulator).listVaults()).length).toBeGreaterThan(2);
});
