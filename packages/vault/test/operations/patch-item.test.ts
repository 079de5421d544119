import document from "@keywright/vault/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import { createVaultClient, type PatchItemInput } from "../../src/index.ts";
import { badIdsAs, expectIdRejected } from "./bad-ids.ts";
import { baseUrl, clientOn } from "../support.ts";

const input: PatchItemInput = {
  vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu",
  itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk",
  body: [{ op: "replace", path: "/fields/password/value", value: "example-password-2" }],
};

describe("patchItem", () => {
  it("sends the operations as JSON to the item's path, with the token", async () => {
    const fetch = recordingFetch(jsonResponse(200, { id: input.itemUUID }));
    await clientOn(fetch).patchItem(input);
    expect(fetch.requests).toEqual([
      {
        method: "PATCH",
        url: `${baseUrl}/v1/vaults/iihcwjkpp63v2nsmo436sdbeuu/items/u32zhgb7j43k2omdbw7g2jcgsk`,
        headers: { accept: "application/json", authorization: "Bearer token-1", "content-type": "application/json" },
        body: '[{"op":"replace","path":"/fields/password/value","value":"example-password-2"}]',
      },
    ]);
  });

  it("sends several operations in their order, with any JSON values", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).patchItem({
      ...input,
      body: [
        { op: "add", path: "/fields", value: { type: "STRING", label: "cost center", value: "4711" } },
        { op: "replace", path: "/favorite", value: false },
        { op: "replace", path: "/fields/a~1b~0c/label", value: null },
        { op: "remove", path: "/tags/1" },
        { op: "replace", path: "/", value: { title: "Zürich 🔑" } },
      ],
    });
    expect(fetch.requests[0]?.body).toBe(
      [
        '[{"op":"add","path":"/fields","value":{"type":"STRING","label":"cost center","value":"4711"}},',
        '{"op":"replace","path":"/favorite","value":false},{"op":"replace","path":"/fields/a~1b~0c/label","value":null},',
        '{"op":"remove","path":"/tags/1"},{"op":"replace","path":"/","value":{"title":"Zürich 🔑"}}]',
      ].join(""),
    );
  });

  it("sends an empty list unchanged, because a server treats it as no change", async () => {
    const fetch = recordingFetch(jsonResponse(200, {}));
    await clientOn(fetch).patchItem({ ...input, body: [] });
    expect(fetch.requests[0]?.body).toBe("[]");
  });

  it("rejects more operations than the service allows and sends nothing", async () => {
    const body = Array.from({ length: 1001 }, () => ({ op: "remove", path: "/tags/0" }) as const);
    const error = await expectRejected((fetch) => clientOn(fetch).patchItem({ ...input, body }));
    expect(error).toMatchObject({ argument: "body", message: "patchItem: body must have at most 1000 elements; got an array of 1001" });
  });

  it.each([409, 500, 502, 503])("sends the operations once if the status is %d", async (status) => {
    const fetch = recordingFetch(jsonResponse(status, { status, message: "not now" }));
    await expect(createVaultClient({ baseUrl, token: "token-1", fetch }).patchItem(input)).rejects.toMatchObject({ name: "ApiError", status });
    expect(fetch.requests).toHaveLength(1);
  });

  it.each(["", "title", "fields/password/value", "/fields/a~b", "/fields/a~2", "/fields/a~", "#/title"])(
    "rejects the path %j, which is not a JSON Pointer, without repeating the value",
    async (path) => {
      const body: PatchItemInput["body"] = [...input.body, { op: "replace", path, value: "example-password-3" }];
      const error = await expectRejected((fetch) => clientOn(fetch).patchItem({ ...input, body }));
      expect(error.argument).toBe("body[1].path");
      expect(error.message).not.toContain("example-password");
    },
  );

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["JSON that is written already", '[{"op":"remove","path":"/example-note"}]'],
    ["one operation without its list", { op: "remove", path: "/example-note" }],
  ])("rejects %s as its body and sends nothing", async (_what, body) => {
    const error = await expectRejected((fetch) => clientOn(fetch).patchItem({ ...input, body: body as never }));
    expect(error.argument).toBe("body");
    expect(error.message).not.toContain("example-note");
  });

  it.each(badIdsAs("vaultUUID", "itemUUID"))("rejects $wrong as $parameter and sends nothing", async (bad) => {
    await expectIdRejected(bad, (fetch) => clientOn(fetch).patchItem({ ...input, [bad.parameter]: bad.id }));
  });

  it.each(["patch", "op", "itemUuid", "filter"])("rejects the unknown parameter %s and lists the known ones", async (name) => {
    const error = await expectRejected((fetch) => clientOn(fetch).patchItem({ ...input, [name]: "x" }));
    expect(error.argument).toBe(name);
    expect(error.message).toContain(`patchItem: ${name} is not known here: use vaultUUID, itemUUID, body; got `);
  });

  it.each(documentedResponses(document, operations.patchItem))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).patchItem(input));
  });
});
