import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { serviceOf, services } from "@keywright/tool-mocks/clients";
import { describe, expect, it } from "vitest";
import { curlCommand, samplesOf } from "../src/contract/samples.ts";

/** The arguments that a shell passes to curl. */
async function argumentsOf(command: string): Promise<readonly string[]> {
  const environment = { KEYWRIGHT_VAULT_TOKEN: "a token", KEYWRIGHT_MANAGEMENT_CLIENT_ID: "an id", KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: "a secret" };
  const { stdout } = await promisify(execFile)("sh", ["-euc", `curl() { printf '%s\\0' "$@"; }\n${command}`], { env: environment });
  return stdout.split("\0").slice(0, -1);
}

describe("a command for curl", () => {
  it.each(['it\'s a "test"', "$HOME `pwd` $(pwd) \\n", "line 1\nline 2", "ü 🔑"])("passes %j through a shell", async (value) => {
    const body = JSON.stringify({ value });
    const request = new Request("https://vault.example.com/v1/vaults?q=a&b=c", { method: "PUT", body, headers: { authorization: "Bearer x" } });
    request.headers.set("content-type", "application/json");
    const [dashX, method, url, , authorization, , type, , data = ""] = await argumentsOf(await curlCommand("vault", request));
    expect([dashX, method, url]).toEqual(["-X", "PUT", "https://vault.example.com/v1/vaults?q=a&b=c"]);
    expect([authorization, type]).toEqual(["authorization: Bearer a token", "content-type: application/json"]);
    expect(JSON.parse(data)).toEqual({ value });
  });

  it("has no credential of an application in it", async () => {
    const { curl = "" } = (await samplesOf(serviceOf("management"))).get("issueToken") ?? {};
    expect((await argumentsOf(curl)).slice(1, 3)).toEqual(["-u", "an id:a secret"]);
    expect(curl).not.toMatch(/Basic|example-client/);
  });

  it.each(services)("is there for each operation of $name", async (service) => {
    const samples = await samplesOf(service);
    expect([...samples.keys()]).toEqual(Object.keys(service.table));
    for (const { curl, typescript } of samples.values()) {
      expect(curl).toContain(`https://${service.name}.example.com/`);
      expect(typescript).toContain("await");
    }
  });
});
