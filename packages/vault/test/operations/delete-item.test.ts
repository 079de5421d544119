import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { createVaultClient, type DeleteItemInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: DeleteItemInput = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" };
const noContent = () => new Response(null, { status: 204 });

describe("deleteItem", () => {
  it("sends DELETE to the item's path, with the token and without a body", async () => {
    const fetch = recordingFetch(noContent());
    await clientOn(fetch).deleteItem(input);
    expect(fetch.requests).toEqual([
      {
        method: "DELETE",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk`,
        headers: { accept: "application/json", authorization: "Bearer token-1" },
        body: undefined,
      },
    ]);
  });

  it("returns undefined", async () => {
    expect(await clientOn(recordingFetch(noContent())).deleteItem(input)).toBeUndefined();
  });

  it("returns the status with raw, and no data", async () => {
    const { status, body: data } = await clientOn(recordingFetch(noContent())).raw.deleteItem(input);
    expect({ status, data }).toEqual({ status: 204, data: undefined });
  });

  it("does not accept the page of another server as a deletion", async () => {
    const page = new Response("<html><body>Sign in to the network</body></html>", { headers: { "content-type": "text/html" } });
    await expect(clientOn(recordingFetch(page)).deleteItem(input)).rejects.toMatchObject({
      name: "InvalidResponseError",
      code: "unexpected-content",
      status: 200,
    });
  });

  it.each([409, 500, 502, 503])("does not retry status %d", async (status) => {
    const fetch = recordingFetch(jsonResponse(status, { status, message: "not now" }));
    await expect(createVaultClient({ baseUrl, token: "token-1", fetch }).deleteItem(input)).rejects.toMatchObject({ name: "ApiError", status });
    expect(fetch.requests).toHaveLength(1);
  });

  it.each(badIdsAs("vaultUUID", "itemUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).deleteItem({ ...input, [bad.parameter]: bad.id }));
  });

  it.each(["itemUuid", "fileUUID", "force", "body"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).deleteItem({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`deleteItem: ${name} is not known here: use vaultUUID, itemUUID; got `);
  });

  it.each(documentedResponses(document, operations.deleteItem))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).deleteItem(input));
  });
});
