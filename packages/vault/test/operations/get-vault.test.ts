import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { GetVaultInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: GetVaultInput = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu" };

describe("getVault", () => {
  it("requests the vault's path, with the token", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).getVault(input);
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("returns unknown properties and values unchanged", async () => {
    const vault = { id: input.vaultUUID, name: "Production", type: "FEDERATED", region: { name: "eu" } };
    expect(await clientOn(recordingFetch(jsonResponse(200, vault))).getVault(input)).toEqual(vault);
  });

  it.each(badIdsAs("vaultUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).getVault({ ...input, [bad.parameter]: bad.id }));
  });

  it("names the function that finds the id if it gets a name", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).getVault({ vaultUUID: "Production" }));
    expect(error.message).toBe(
      "getVault: vaultUUID must match ^[\\da-z]{26}$; got a string of 10 characters: if this is the name of a vault, get its id with findVault",
    );
  });

  it.each(["vaultUuid", "itemUUID", "filter", "body"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).getVault({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`getVault: ${name} is not known here: use vaultUUID; got `);
  });

  it.each(documentedResponses(document, operations.getVault))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getVault(input));
  });
});
