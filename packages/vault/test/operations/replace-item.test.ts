import document from "@keywright/vault/openapi.json" with { type: "json" };
import { toResponse, documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { createVaultClient, type ReplaceItemInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const itemUUID = "zkapfsoyz4cdjnva3vg73dlpor";
const input: ReplaceItemInput = {
  vaultUUID,
  itemUUID,
  body: {
    title: "Guest network, ground floor",
    vault: { id: vaultUUID },
    category: "WIRELESS_ROUTER",
    fields: [
      { type: "STRING", label: "network name", value: "example-guests" },
      { id: "password", type: "CONCEALED", label: "wireless password", generate: true, recipe: { length: 20 } },
    ],
  },
};
const readItems = documentedResponses(document, operations.getItem).filter(({ status }) => status === 200);

describe("replaceItem", () => {
  it("sends the whole item as JSON to the item's path, with the token", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).replaceItem(input);
    expect(fetch.requests).toEqual([
      {
        method: "PUT",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/zkapfsoyz4cdjnva3vg73dlpor`,
        headers: { accept: "application/json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: [
          '{"title":"Guest network, ground floor","vault":{"id":"iihcwjkpp63v2nsmo436sdbeuu"},"category":"WIRELESS_ROUTER",',
          '"fields":[{"type":"STRING","label":"network name","value":"example-guests"},',
          '{"id":"password","type":"CONCEALED","label":"wireless password","generate":true,"recipe":{"length":20}}]}',
        ].join(""),
      },
    ]);
  });

  it.each(readItems)("sends back what getItem returned ($example), to the last property", async (read) => {
    const fetch = recordingFetch(toResponse(read), jsonResponse(200, {}));
    const client = clientOn(fetch);
    const item = await client.getItem({ vaultUUID, itemUUID });
    await client.replaceItem({ vaultUUID, itemUUID, body: item });
    expect(fetch.requests[1]?.body).toBe(JSON.stringify(read.body));
  });

  it("sends back properties and values that only the server knows", async () => {
    const stored = {
      id: itemUUID,
      vault: { id: vaultUUID, name: "Production" },
      category: "DOCUMENT",
      state: "ARCHIVED",
      version: 7,
      createdAt: "2024-02-01T08:00:00.123456789Z",
      fields: [{ id: "password", type: "PASSKEY", purpose: "", value: "example-password-1", totp: "492039", passkey: null }],
    };
    const fetch = recordingFetch(jsonResponse(200, stored), jsonResponse(200, {}));
    const client = clientOn(fetch);
    await client.replaceItem({ vaultUUID, itemUUID, body: await client.getItem({ vaultUUID, itemUUID }) });
    expect(fetch.requests[1]?.body).toBe(JSON.stringify(stored));
  });

  it("does not check what the server assigned, such as an entropy with a fraction", async () => {
    const stored = {
      id: itemUUID,
      vault: { id: vaultUUID },
      category: "LOGIN",
      fields: [{ id: "password", entropy: 71.4, passwordDetails: { entropy: 71.4 } }],
    };
    const fetch = recordingFetch(jsonResponse(200, stored), jsonResponse(200, {}));
    const client = clientOn(fetch);
    await client.replaceItem({ vaultUUID, itemUUID, body: await client.getItem({ vaultUUID, itemUUID }) });
    expect(fetch.requests[1]?.body).toBe(JSON.stringify(stored));
  });

  it.each([409, 500, 502, 503])("sends the item once if the status is %d", async (status) => {
    const fetch = recordingFetch(jsonResponse(status, { status, message: "not now" }));
    await expect(createVaultClient({ baseUrl, token: "token-1", fetch }).replaceItem(input)).rejects.toMatchObject({ name: "ApiError", status });
    expect(fetch.requests).toHaveLength(1);
  });

  it("rejects a recipe out of range without repeating the values next to it", async () => {
    const fields = [{ id: "password", value: "example-password-4", generate: true, recipe: { length: 65 } }];
    const error = await expectRejected((fetch) => clientOn(fetch).replaceItem({ ...input, body: { ...input.body, fields } }));
    expect(error.argument).toBe("body.fields[0].recipe.length");
    expect(error.message).toBe("replaceItem: body.fields[0].recipe.length must be a whole number of 1 to 64; got 65");
  });

  it("rejects a vault in the body whose id does not have the form of an id", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).replaceItem({ ...input, body: { ...input.body, vault: { id: "Production" } } }));
    expect(error.argument).toBe("body.vault.id");
    expect(error.message).not.toContain("Production");
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["JSON that is written already", '{"title":"example-note"}'],
    ["a list", [{ title: "example-note" }]],
  ])("rejects %s as its body and sends nothing", async (_what, body) => {
    const error = await expectRejected((fetch) => clientOn(fetch).replaceItem({ ...input, body: body as never }));
    expect(error.argument).toBe("body");
    expect(error.message).not.toContain("example-note");
  });

  it.each(badIdsAs("vaultUUID", "itemUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).replaceItem({ ...input, [bad.parameter]: bad.id }));
  });

  it.each(["item", "fields", "itemUuid", "filter"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).replaceItem({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`replaceItem: ${name} is not known here: use vaultUUID, itemUUID, body; got `);
  });

  it.each(documentedResponses(document, operations.replaceItem))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).replaceItem(input));
  });
});
