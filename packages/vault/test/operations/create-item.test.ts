import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { createVaultClient, type CreateItemInput, type NewField } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const input: CreateItemInput = { vaultUUID, body: { title: "Who to ask", vault: { id: vaultUUID }, category: "SECURE_NOTE" } };
const withFields = (...fields: NewField[]): CreateItemInput => ({ vaultUUID, body: { ...input.body, fields } });

describe("createItem", () => {
  it("sends an item as JSON to the vault's items, with the token", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).createItem(input);
    expect(fetch.requests).toEqual([
      {
        method: "POST",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items`,
        headers: { accept: "application/json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: '{"title":"Who to ask","vault":{"id":"iihcwjkpp63v2nsmo436sdbeuu"},"category":"SECURE_NOTE"}',
      },
    ]);
  });

  it("sends every property that an item can have, in the order of the input", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).createItem({
      vaultUUID,
      body: {
        title: "Zürich 🔑",
        vault: { id: vaultUUID },
        category: "LOGIN",
        urls: [{ label: "website", primary: true, href: "https://portal.example.com/?a=1&b=2" }],
        favorite: false,
        tags: ["finance", ""],
        sections: [{ id: "access", label: "Access" }],
        fields: [
          { purpose: "USERNAME", value: "finance-lead" },
          { purpose: "PASSWORD", generate: true, recipe: { length: 64, characterSets: ["LETTERS", "DIGITS"], excludeCharacters: '0O"\\' } },
          { id: "pin", section: { id: "access" }, type: "CONCEALED", label: "pin", value: "line 1\nline 2" },
        ],
      },
    });
    expect(fetch.requests[0]?.body).toBe(
      [
        '{"title":"Zürich 🔑","vault":{"id":"iihcwjkpp63v2nsmo436sdbeuu"},"category":"LOGIN",',
        '"urls":[{"label":"website","primary":true,"href":"https://portal.example.com/?a=1&b=2"}],"favorite":false,"tags":["finance",""],',
        '"sections":[{"id":"access","label":"Access"}],"fields":[{"purpose":"USERNAME","value":"finance-lead"},',
        '{"purpose":"PASSWORD","generate":true,"recipe":{"length":64,"characterSets":["LETTERS","DIGITS"],"excludeCharacters":"0O\\"\\\\"}},',
        '{"id":"pin","section":{"id":"access"},"type":"CONCEALED","label":"pin","value":"line 1\\nline 2"}]}',
      ].join(""),
    );
  });

  it("sends field types and character sets that the contract does not know, because servers add some", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).createItem(withFields({ type: "PASSKEY", generate: true, recipe: { characterSets: ["EMOJI"] } }));
    expect(fetch.requests[0]?.body).toContain('"fields":[{"type":"PASSKEY","generate":true,"recipe":{"characterSets":["EMOJI"]}}]');
  });

  it.each([409, 500, 502, 503])("sends the item once if the status is %d, because a retry could create a second item", async (status) => {
    const fetch = recordingFetch(jsonResponse(status, { status, message: "not now" }));
    await expect(createVaultClient({ baseUrl, token: "token-1", fetch }).createItem(input)).rejects.toMatchObject({ name: "ApiError", status });
    expect(fetch.requests).toHaveLength(1);
  });

  it.each([0, -1, 65, 1.5])("rejects a recipe with the length %d and sends nothing", async (length) => {
    const error = await expectRejected((fetch) =>
      clientOn(fetch).createItem(withFields({ value: "example-password-1" }, { generate: true, recipe: { length } })),
    );
    expect(error.argument).toBe("body.fields[1].recipe.length");
    expect(error.message).toBe(`createItem: body.fields[1].recipe.length must be a whole number of 1 to 64; got ${length}`);
  });

  it("rejects a recipe without a character set and sends nothing", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).createItem(withFields({ generate: true, recipe: { characterSets: [] } })));
    expect(error.argument).toBe("body.fields[0].recipe.characterSets");
  });

  it("sends null and empty strings unchanged: the service treats them as missing", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    const field: NewField = { id: "", type: "", section: null, purpose: null, value: null, recipe: null };
    await clientOn(fetch).createItem(withFields(field, field));
    expect(JSON.parse(fetch.requests[0]?.body ?? "")).toMatchObject({ fields: [field, field] });
  });

  it("rejects a vault in the body whose id does not have the form of an id", async () => {
    const error = await expectRejected((fetch) => clientOn(fetch).createItem({ vaultUUID, body: { ...input.body, vault: { id: "Production" } } }));
    expect(error.argument).toBe("body.vault.id");
    expect(error.message).not.toContain("Production");
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["JSON that is written already", '{"title":"example-note"}'],
    ["a list", [{ title: "example-note" }]],
  ])("rejects %s as its body and sends nothing", async (_what, body) => {
    const error = await expectRejected((fetch) => clientOn(fetch).createItem({ vaultUUID, body: body as never }));
    expect(error.argument).toBe("body");
    expect(error.message).not.toContain("example-note");
  });

  it.each(badIdsAs("vaultUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).createItem({ ...input, [bad.parameter]: bad.id }));
  });

  it.each(["item", "title", "itemUUID", "filter"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).createItem({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`createItem: ${name} is not known here: use vaultUUID, body; got `);
  });

  it.each(documentedResponses(document, operations.createItem))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).createItem(input));
  });
});
