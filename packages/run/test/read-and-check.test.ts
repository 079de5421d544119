import { describe, expect, it } from "vitest";
import { bundledRun } from "./command.ts";
import { SECRETS } from "./support.ts";

const { setUp } = bundledRun();

describe("read", () => {
  it("prints one secret, with or without a line end", async () => {
    const { start } = await setUp();
    const line = start(["read", "op://Build/Registry/token"]);
    expect([await line.ended, line.output]).toEqual([[0, null], { stdout: `${SECRETS.token}\n`, stderr: "" }]);
    const bare = start(["read", "-n", "Build/Registry/key"]);
    expect([await bare.ended, bare.output.stdout]).toEqual([[0, null], SECRETS.key]);
  });

  it.each([
    ["op://Build/Registry/tokn", /^keywright-run: item \w+ has no field with the id or label "tokn"; there are "token"/],
    ["op://Biuld/Registry/token", /^keywright-run: the token has no vault with the name "Biuld"; there are "Production", "Build"\n/],
    ["sentinel/Registry/token", /^keywright-run: the token has no vault with the name in the reference, of 8 characters; there are /],
  ])("names what is missing of %s", async (reference, message) => {
    const { start } = await setUp();
    const started = start(["read", reference]);
    expect(await started.ended).toEqual([3, null]);
    expect(started.output.stderr).toMatch(message);
  });
});

describe("a response that is not expected", () => {
  it.each([
    ["token", { KEYWRIGHT_VAULT_TOKEN: "sentinel" }, /status 401: .*: check KEYWRIGHT_VAULT_TOKEN, or the file of KEYWRIGHT_VAULT_TOKEN_FILE\n$/],
    ["address of another service", {}, /status 404: .*: check KEYWRIGHT_VAULT_URL\n$/],
  ])("names the variable of the %s", async (_what, env, message) => {
    const { start, vault } = await setUp();
    if (!("KEYWRIGHT_VAULT_TOKEN" in env)) vault.emulator.inject({ operationId: "listVaults", response: { status: 404, body: { message: "no such path" } } });
    const started = start(["read", "op://Build/Registry/token"], env);
    expect(await started.ended).toEqual([3, null]);
    expect(started.output.stderr).toMatch(message);
  });
});

describe("check", () => {
  it("prints names, references and versions of the environment, env files and templates, and no values", async () => {
    const { start } = await setUp({ "a.env": "URL=db:{{ Production/Database/password }}", "b.yml": "token: {{ op://Build/Registry/token }}" });
    const env = { CODE: "op://Production/Database/code?attribute=otp", PLAIN: "sentinel" };
    const started = start(["check", "--env-file", "a.env", "b.yml"], env);
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout.replaceAll(/\d+\)$/gm, "N)").split("\n")).toEqual([
      "CODE: op://Production/Database/code?attribute=otp (version N)",
      "URL: Production/Database/password (version N)",
      "b.yml: op://Build/Registry/token (version N)",
      "",
    ]);
    const inJson = start(["check", "--json", "b.yml"]);
    expect(await inJson.ended).toEqual([0, null]);
    expect(JSON.parse(inJson.output.stdout)).toEqual({ name: "b.yml", reference: "op://Build/Registry/token", version: expect.any(Number) as number });
  });

  it("prints no character that moves the cursor of a terminal", async () => {
    const { start } = await setUp({ "a\u001b[2Jb.yml": "{{ op://Build/Registry/token }}" });
    const started = start(["check", "a\u001b[2Jb.yml"]);
    expect(await started.ended).toEqual([0, null]);
    expect(started.output.stdout).toMatch(/^a\\u001b\[2Jb\.yml: op:/);
  });

  it("names all that cannot be resolved", async () => {
    const { start } = await setUp({
      "a.env": "C=op:/Build/Registry/token\nD=OP://Build/Registry/token",
      "b.yml": "{{ Build/Nothing/token }}\n{{ Build/Registry/token }}{{",
    });
    const started = start(["check", "-f", "a.env", "b.yml"], { A: "op://Build/Registry/nothing" });
    expect(await started.ended).toEqual([3, null]);
    const slips = ["C", "D"].map((name) => `\n  ${name}: a reference must begin with op://`).join("");
    expect(started.output.stderr).toContain(`4 values cannot be resolved:${slips}\n  b.yml: text has {{`);
    expect(started.output.stderr).toContain("\n  A: item");
  });
});
