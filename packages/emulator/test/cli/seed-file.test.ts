import { describe, expect, test } from "vitest";
import { createVaultEmulator } from "../../src/vault.ts";
import { ask, runToEnd, start, temporaryFile } from "./support.ts";

const id = "a".repeat(26);

describe("--seed", () => {
  test("returns vaults of your own, a token that is known beforehand, and fewer events", async () => {
    const seed = await temporaryFile("seed.json", {
      time: "2026-03-02T12:00:00Z",
      vault: {
        token: "my-token",
        vaults: [
          {
            id,
            name: "Mine",
            items: [{ title: "Portal", category: "LOGIN", fields: [{ purpose: "PASSWORD", value: "x" }], files: [{ name: "f", text: "hi" }] }],
          },
        ],
      },
      events: { eventsPerStream: 3 },
      management: { auditEvents: 5 },
    });
    const { vault, events } = (await start("--seed", seed)).ready;
    expect(vault.token).toBe("my-token");
    expect(await (await ask(`${vault.baseUrl}/v1/vaults`, "my-token")).json()).toEqual([{ id, name: "Mine" }]);
    expect(vault).not.toHaveProperty("deniedVaultUUID");
    const page = await fetch(`${events.baseUrl}/api/v2/auditevents`, {
      method: "POST",
      body: JSON.stringify({ start_time: "2026-01-01T00:00:00Z" }),
      headers: { authorization: `Bearer ${events.token}`, "content-type": "application/json" },
    });
    expect(((await page.json()) as { items: unknown[] }).items).toHaveLength(3);
    expect(page.headers.get("date")).toMatch(/^Mon, 02 Mar 2026 12:00/);
  });

  test("returns a whole state: that of a snapshot", async () => {
    const emulator = createVaultEmulator({ seed: { token: "saved-token", vaults: [{ id, name: "Saved" }] } });
    const seed = await temporaryFile("seed.json", { vault: emulator.snapshot().state });
    const { vault } = (await start("--seed", seed)).ready;
    expect(await (await ask(`${vault.baseUrl}/v1/vaults`, "saved-token")).json()).toEqual([{ id, name: "Saved" }]);
  });

  test("in YAML that is nested too deeply has each problem once", async () => {
    const ended = await runToEnd("--seed", await temporaryFile("seed.yaml", `vault: ${"[".repeat(1000)}\n`));
    const lines = ended.complained.trim().split("\n");
    expect(lines[0]).toContain("Maximum call stack size exceeded");
    expect(new Set(lines).size).toBe(lines.length);
  });

  test("may be in YAML, with whole records of all services", async () => {
    const seed = await temporaryFile(
      "seed.yaml",
      `# Comments are welcome.
time: 2026-03-02T12:00:00Z
management:
  people:
    - { firstName: Ada, email: ada@acme.test, teams: [Finance] }
  users:
    - { userName: ada@acme.test }
vault:
  vaults:
    - name: Mine
      items:
        - { title: Portal, category: LOGIN, fields: [{ purpose: PASSWORD, value: "0123" }] }
events:
  itemusages: 2
`,
    );
    const { management, vault } = (await start("--seed", seed)).ready;
    const person = await fetch(`${management.baseUrl}/api/people/v1/ada@acme.test`, {
      method: "PATCH",
      body: '{"jobTitle":"Lead"}',
      headers: { authorization: `Bearer ${management.token}`, "content-type": "application/json" },
    });
    expect([person.status, await person.json()]).toEqual([200, expect.objectContaining({ firstName: "Ada", jobTitle: "Lead" })]);
    expect(await (await ask(`${vault.baseUrl}/v1/vaults`, vault.token)).json()).toMatchObject([{ name: "Mine" }]);
  });

  test.each([
    ["vault: [", /^\S+seed.yaml: Flow sequence .* at line 1, column 9/],
    ["vault: *nothing", /^\S+seed.yaml: .*nothing/],
    ["vault: {}\nvault: {}", /^\S+seed.yaml: Map keys must be unique at line 2, column 1/],
    ["vault: !!js/function x", /^\S+seed.yaml: Unresolved tag/],
    ["management:\n  people: [{ firstname: A }]", /^\S+seed.yaml: \/management\/people\/0\/firstname is not known; did you mean firstName\?\n$/],
  ])("in YAML that is wrong ends with 1 and the reason: %s", async (content, reason) => {
    const { code, complained } = await runToEnd("--port", "0", "--seed", await temporaryFile("seed.yaml", content));
    expect([code, complained]).toEqual([1, expect.stringMatching(reason)]);
  });

  test("returns a whole snapshot: the state and what is random next", async () => {
    const emulator = createVaultEmulator({ seed: { vaults: [{ id, name: "Saved" }] } });
    const token = emulator.issueToken();
    const seed = await temporaryFile("seed.json", { vault: emulator.snapshot() });
    const { vault } = (await start("--seed", seed)).ready;
    expect(await (await ask(`${vault.baseUrl}/v1/vaults`, token)).json()).toEqual([{ id, name: "Saved" }]);
  });

  test("may be empty, and name its schema for editors", async () => {
    const seed = await temporaryFile("seed.json", { $schema: "./seed.schema.json" });
    expect((await start("--seed", seed)).ready.vault.deniedVaultUUID).toMatch(/^[a-z2-7]{26}$/);
  });

  test("decides ids and tokens by its randomSeed", async () => {
    const tokens = [];
    for (const randomSeed of ["a", "a", "b"]) tokens.push((await start("--seed", await temporaryFile("seed.json", { randomSeed }))).ready.vault.token);
    expect([tokens[0] === tokens[1], tokens[0] === tokens[2]]).toEqual([true, false]);
  });

  test.each([
    ['{\n  "vault": {},\n}\n', ['must be JSON; got "}" after "," in line 3, column 1: remove the comma']],
    ["", ["must be JSON; got the end in line 1, column 1: correct it"]],
    [[], ["the whole must be object"]],
    [{ vaults: [] }, ["/vaults is not known; did you mean vault?"]],
    [{ time: "yesterday" }, ['/time must match format "date-time"']],
    [{ vault: [] }, ["/vault must be object"]],
    [{ vault: { vaults: [{}] } }, ["/vault/vaults/0/name is required"]],
    [{ vault: { vaults: [{ id: "short", name: "V" }] } }, ["/vault/vaults/0/id does not have the form that the contract asks for"]],
    [{ vault: { token: "two words" } }, ["/vault/token does not have the form that the contract asks for"]],
    [
      { vault: { vaults: [{ name: "V", items: [{ title: 5, catgory: "LOGIN" }] }] } },
      [
        "/vault/vaults/0/items/0/category is required",
        "/vault/vaults/0/items/0/catgory is not known; did you mean category?",
        "/vault/vaults/0/items/0/title must be string",
      ],
    ],
    [
      { vault: { vaults: [{ name: "V", items: [{ title: "T", category: "LOGIN", files: [{ name: "f", contentBase64: "?" }] }] }] } },
      ["/vault/vaults/0/items/0/files/0/contentBase64 does not have the form that the contract asks for"],
    ],
    [
      { vault: { server: {} } },
      ["/vault/tokens is required", "/vault/vaults is required", "/vault/items is required", "/vault/activity is required", "/vault/requestCounts is required"],
    ],
    [{ events: { eventsPerStream: -1 } }, ["/events/eventsPerStream must be >= 0"]],
    [{ events: { perStream: 1 } }, ["/events/perStream is not known; did you mean eventsPerStream?"]],
    [{ management: { auditEvents: "many" } }, ["/management/auditEvents must be integer or array"]],
  ])("that is wrong ends with 1, its path and each reason: %j", async (content, problems) => {
    const path = await temporaryFile("wrong.json", content);
    const { code, printed, complained } = await runToEnd("--port", "0", "--seed", path);
    expect([code, printed, complained.trimEnd().split("\n").sort()]).toEqual([1, "", problems.map((problem) => `${path}: ${problem}`).sort()]);
  });

  test.each([
    [
      {
        vaults: [
          { id, name: "A" },
          { id, name: "B" },
        ],
      },
      `two vaults have the id ${id}`,
    ],
    [
      { vaults: [{ name: "A", items: [{ title: "T", category: "LOGIN", fields: [{ section: { id: "nowhere" } }] }] }] },
      "A field is in a section that the item does not have",
    ],
  ])("that breaks a rule which no schema can say ends with 1 too: %j", async (vault, reason) => {
    const { code, complained } = await runToEnd("--port", "0", "--seed", await temporaryFile("seed.json", { vault }));
    expect([code, complained]).toEqual([1, `the state of vault is invalid: ${reason}\n`]);
  });

  test("that is not there, or a folder, is said with its path", async () => {
    expect(await runToEnd("--seed", "/nowhere/seed.json")).toMatchObject({ code: 1, complained: "/nowhere/seed.json: the file does not exist\n" });
    expect(await runToEnd("--seed", "/")).toMatchObject({ code: 1, complained: "/: the file cannot be read (EISDIR)\n" });
  });
});
