import { describe, expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";
import { copySpecs } from "../specs-copy.ts";

/** The call of core in the generated function of a service, after the token endpoint of the management contract has moved. */
async function callOf(service: string, tokenUrl = "/token"): Promise<string | undefined> {
  const specs = await copySpecs();
  try {
    await specs.edit("management/openapi.yaml", (text) => text.replace("tokenUrl: /connect/token", `tokenUrl: ${tokenUrl}`));
    const { "environment.ts": source } = await generate(specs.contract(service));
    return /return readEnvironment\((.*), options\);/.exec(source)?.[1];
  } finally {
    await specs.remove();
  }
}

describe("the function that reads the environment", () => {
  it.each([
    ["events", '{ service: "events", prefix: "KEYWRIGHT_EVENTS" }'],
    ["vault", '{ service: "vault", prefix: "KEYWRIGHT_VAULT" }'],
  ])("has the name of the service, and no grant if the contract has none: %s", async (service, call) => {
    expect(await callOf(service)).toBe(call);
  });

  it.each([
    ["a path", "/token", "/token"],
    ["a URL on the contract's server, which follows the base URL", "https://us.management.invalid/token", "/token"],
    ["a URL elsewhere, which stays", "https://login.invalid/token", "https://login.invalid/token"],
  ])("takes the token endpoint of the client credentials grant from the contract: %s", async (_what, url, tokenUrl) => {
    expect(await callOf("management", url)).toBe(
      `{ service: "management", prefix: "KEYWRIGHT_MANAGEMENT", grant: { tokenUrl: "${tokenUrl}", clientCredentials, withNames } }`,
    );
  });
});
