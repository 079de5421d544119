import { inspect } from "node:util";
import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, exampleResponse, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { GetItemInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: GetItemInput = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" };

describe("getItem", () => {
  it("requests the item's path, with the token", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).getItem(input);
    expect(fetch.requests).toEqual([
      {
        method: "GET",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("returns unknown properties and values unchanged", async () => {
    const item = {
      id: input.itemUUID,
      vault: { id: input.vaultUUID, name: "Production" },
      category: "CRYPTO_WALLET",
      state: "",
      fields: [{ id: "seed", type: "SEED_PHRASE", purpose: "", value: "été 🔑\n", passkey: null }],
    };
    expect(await clientOn(recordingFetch(jsonResponse(200, item))).getItem(input)).toEqual(item);
  });

  it("returns an item that contains its secrets, but does not print them", async () => {
    const answer = exampleResponse(document, operations.getItem, "login");
    const item = await clientOn(recordingFetch(answer)).getItem(input);
    const printed = inspect(item, { depth: null });
    for (const secret of ["example-password-1", "example-password-0", "EXAMPLEEXAMPLE22", "492039", "finance-lead"]) {
      expect(printed).not.toContain(secret);
      expect(JSON.stringify(item)).toContain(secret);
    }
    expect(printed).toContain("Finance portal");
  });

  it("says in its error what the server said of a vault out of scope", async () => {
    const refusal = jsonResponse(403, { status: 403, message: "vault iihcwjkpp63v2nsmo436sdbeuu is not in scope" });
    await expect(clientOn(recordingFetch(refusal)).getItem(input)).rejects.toThrow(
      "getItem failed with status 403: vault iihcwjkpp63v2nsmo436sdbeuu is not in scope",
    );
  });

  it.each(badIdsAs("vaultUUID", "itemUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).getItem({ ...input, [bad.parameter]: bad.id }));
  });

  it("names the function that finds the id if it gets a title", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).getItem({ ...input, itemUUID: "Finance portal" }));
    expect(error.message).toMatch(/: if this is the title of an item, get its id with findItem$/);
  });

  it.each(["itemUuid", "fileUUID", "filter", "body"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).getItem({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`getItem: ${name} is not known here: use vaultUUID, itemUUID; got `);
  });

  it.each(documentedResponses(document, operations.getItem))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).getItem(input));
  });
});
