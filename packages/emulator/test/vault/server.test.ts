import { describe, expect, test } from "vitest";
import { clientOf, IDS, LOGIN_PATH, patch, send, testVault } from "./support.ts";

describe("heartbeat", () => {
  test("does not look at a token", async () => {
    expect((await send(testVault(), "/heartbeat", { headers: { authorization: "Bearer nobody" } })).status).toBe(200);
  });
});

describe("health", () => {
  test("has name, version and the dependencies, and needs no token", async () => {
    const { status, body } = await send(testVault(), "/health", { headers: {} });
    expect([status, body]).toEqual([
      200,
      {
        name: expect.any(String),
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        dependencies: [
          { service: "sync", status: "ACTIVE" },
          { service: "storage", status: "ACTIVE", message: "Connected to the local copy." },
        ],
      },
    ]);
  });

  test("shows a dependency in the state that a test sets, and a new one; reset takes both back", async () => {
    const emulator = testVault();
    const states = async () => (await clientOf(emulator).getHealth()).dependencies?.map(({ service, status }) => `${service} ${status}`);
    emulator.setDependency({ service: "sync", status: "TOKEN_NEEDED", message: "Waiting for the first token." });
    emulator.setDependency({ service: "queue", status: "SOMETHING_NEW" });
    expect(await states()).toEqual(["sync TOKEN_NEEDED", "storage ACTIVE", "queue SOMETHING_NEW"]);
    emulator.reset();
    expect(await states()).toEqual(["sync ACTIVE", "storage ACTIVE"]);
  });
});

describe("metrics", () => {
  const samples = async (emulator: ReturnType<typeof testVault>) => {
    const { status, headers, body } = await send(emulator, "/metrics", { headers: {} });
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain"]);
    const lines = (body as string).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
  };

  test("are in the text exposition format, with help and type of each", async () => {
    const { body } = await send(testVault(), "/metrics");
    const names = [...(body as string).matchAll(/^# TYPE (\S+) (counter|gauge)$/gm)].map(([, name]) => name);
    expect(names).toEqual(["http_requests_total", "process_start_time_seconds", "vault_items", "vault_vaults", "vault_activity_records"]);
    for (const name of names) expect(body).toContain(`# HELP ${name} `);
    for (const line of (body as string).trimEnd().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[\d.e+]+|)$/);
  });

  test("count the requests that were made, by method and status, errors and those without a token among them", async () => {
    const emulator = testVault();
    for (let index = 0; index < 3; index += 1) await send(emulator, LOGIN_PATH);
    await send(emulator, LOGIN_PATH, { headers: {} });
    await send(emulator, `/v1/vaults/${IDS.denied}`);
    await patch(emulator, []);
    await send(emulator, "/heartbeat");
    const counted = await samples(emulator);
    expect(counted).toMatchObject({
      'http_requests_total{method="GET",status="200"}': 4,
      'http_requests_total{method="GET",status="401"}': 1,
      'http_requests_total{method="GET",status="403"}': 1,
      'http_requests_total{method="PATCH",status="200"}': 1,
      vault_items: 3,
      vault_vaults: 3,
      process_start_time_seconds: 1_772_452_800,
    });
    // Reading them is a request like any other.
    expect((await samples(emulator))['http_requests_total{method="GET",status="200"}']).toBe(5);
  });

  test("count injected faults as well", async () => {
    const emulator = testVault();
    emulator.inject({ operationId: "getItem", response: { status: 503 } });
    await send(emulator, LOGIN_PATH);
    expect((await samples(emulator))['http_requests_total{method="GET",status="503"}']).toBe(1);
  });

  test("of two emulators are apart, and survive a snapshot", async () => {
    const [one, two] = [testVault(), testVault()];
    await send(one, LOGIN_PATH);
    expect(await samples(two)).not.toHaveProperty('http_requests_total{method="GET",status="200"}');
    const restored = testVault();
    restored.restore(JSON.parse(JSON.stringify(one.snapshot())));
    expect((await samples(restored))['http_requests_total{method="GET",status="200"}']).toBe(1);
  });
});
