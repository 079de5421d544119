import { createVaultClient } from "@keywright/vault";
import { listVaultsFilter } from "@keywright/vault/filters";
import { stat } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createVaultEmulator, type EmulatorOptions, manualClock, serveEmulator } from "../../src/index.ts";
import { type Recording, startRecording } from "./record-support.ts";
import { afterThisTest, ask, start } from "./support.ts";

/** Records a vault emulator. */
async function recordVault(options: EmulatorOptions = {}) {
  // On some days, a time of the state would begin with a date that an item has.
  const emulator = createVaultEmulator({ clock: manualClock("2026-03-10T09:00:00Z"), ...options });
  const server = await serveEmulator(emulator);
  afterThisTest(() => server.close());
  return { emulator, recording: await startRecording(server.url, "--service", "vault") };
}

/** The texts of a cassette: all values, and the whole file for long secrets, which it has nowhere by chance. */
async function foundIn(recording: Recording, secrets: Iterable<string>): Promise<readonly string[]> {
  const text = await recording.text();
  const values = new Set<unknown>();
  JSON.parse(`[${text.trim().split("\n").join(",")}]`, (_, value: unknown): unknown => {
    values.add(value);
    return value;
  });
  return [...secrets].filter((secret) => secret !== "" && (secret.length < 6 ? values.has(secret) : text.includes(secret)));
}

describe("a cassette", () => {
  test("has no secret of a vault: tokens, values, one-time passwords, old passwords, files", async () => {
    const { emulator, recording } = await recordVault();
    const vault = createVaultClient({ baseUrl: recording.url, token: emulator.token });
    const secrets = new Set([emulator.token]);
    for (const { id: vaultUUID = "" } of await vault.listVaults()) {
      for (const { id: itemUUID = "" } of await vault.listItems({ vaultUUID })) {
        const { fields = [], files = [] } = await vault.getItem({ vaultUUID, itemUUID });
        for (const { value = "", totp = "", passwordDetails } of fields)
          [value, totp, ...(passwordDetails?.history ?? [])].forEach((secret) => secrets.add(secret));
        for (const { content_path: path } of files) secrets.add((await (await ask(recording.url + path, emulator.token)).text()).slice(0, 40));
        await ask(`${recording.url}/v1/vaults/${vaultUUID}/items/${itemUUID}/files?inline_files=true`, emulator.token);
      }
    }
    expect(secrets.size).toBeGreaterThan(40);
    expect(await foundIn(recording, secrets)).toEqual([]);
  });

  test("has no credential where it does not belong: in the query, in the path, in an error message, in a body that is not JSON", async () => {
    const { recording } = await recordVault();
    const secret = "vault-token-of-someone-else";
    await ask(`${recording.url}/v1/vaults?token=${secret}`, secret);
    await ask(`${recording.url}/v1/${secret}`, secret);
    await fetch(`${recording.url}/v1/vaults`, { headers: { cookie: `session=${secret}`, authorization: secret } });
    const id = "4".repeat(26);
    const body = JSON.stringify({ title: "New", category: "LOGIN", vault: { id }, fields: [{ value: "value-of-a-field" }] });
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    for (const sent of [body, body.slice(1), body.replace('"value"', '"new_password"')])
      await fetch(`${recording.url}/v1/vaults/${id}/items`, { method: "POST", body: sent, headers });
    expect(await foundIn(recording, [secret, "value-of-a-field"])).toEqual([]);
  });

  test("has a filter as it was sent, because replay needs it, and the command says so once", async () => {
    const { emulator, recording } = await recordVault();
    const vault = createVaultClient({ baseUrl: recording.url, token: emulator.token });
    for (const name of ["not a vault", "Production"]) await vault.listVaults({ filter: listVaultsFilter.eq("name", name) });
    await vault.listVaults();
    expect((await recording.cassette()).exchanges.map(({ request }) => new URLSearchParams(request.query).get("filter"))).toEqual([
      'name eq "not a vault"',
      'name eq "Production"',
      null,
    ]);
    expect(recording.complained()).toBe("listVaults, request: filter is in the cassette as it was sent: do not filter by a secret\n");
  });

  test("has no secret of a token request: in Basic, in the form, in the response", async () => {
    const { management } = (await start()).ready;
    const recording = await startRecording(management.baseUrl);
    const { clientId, clientSecret } = management;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const form = { grant_type: "client_credentials", scope: "Apps.Read" };
    const send = async (fields: { readonly [name: string]: string }, headers: HeadersInit = {}) => {
      const response = await fetch(`${recording.url}/connect/token`, { method: "POST", headers, body: new URLSearchParams(fields) });
      return (await response.json()) as { readonly access_token: string };
    };
    const { access_token: first } = await send(form, { authorization: `Basic ${basic}` });
    const { access_token: second } = await send({ ...form, client_id: clientId, client_secret: clientSecret });
    await send({ grant_type: "refresh_token", refresh_token: "refresh-token-of-someone" });
    await ask(`${recording.url}/api/apps/v1/categories`, first);
    expect(await foundIn(recording, [basic, clientSecret, first, second, "refresh-token-of-someone"])).toEqual([]);
    // The same secret has the same placeholder, so that a token can be followed.
    const [issued, , , used] = (await recording.cassette()).exchanges;
    const token = /"access_token":"(masked-\d+)"/.exec(JSON.stringify(issued?.response.body))?.[1];
    expect(token).toBeDefined();
    expect(used?.request.headers["authorization"]).toBe(`Bearer ${token}`);
  });

  test("has no value that an unknown error names as a secret", async () => {
    const { emulator, recording } = await recordVault();
    emulator.inject({ operationId: "listVaults", response: { status: 502, body: { message: "no session", debug: { sessionToken: "token-of-a-gateway" } } } });
    expect(await (await ask(`${recording.url}/v1/vaults`, emulator.token)).text()).toContain("token-of-a-gateway");
    expect(await foundIn(recording, ["token-of-a-gateway"])).toEqual([]);
    expect(await recording.text()).toContain("no session");
  });

  test("has no rest of a credential that contains another one", async () => {
    const { emulator, recording } = await recordVault();
    const [short, long] = ["token-of-someone", "token-of-someone-and-more"];
    for (const token of [short, long]) await ask(`${recording.url}/v1/vaults`, token);
    emulator.inject({ operationId: "listVaults", response: { status: 502, body: { message: `not known: ${long}` } } });
    expect(await (await ask(`${recording.url}/v1/vaults`, emulator.token)).text()).toContain(long);
    expect(await foundIn(recording, [short, long, "-and-more"])).toEqual([]);
  });

  test("can only be read by its owner", async () => {
    const { recording } = await recordVault();
    expect((await stat(recording.path)).mode & 0o777).toBe(0o600);
  });
});
