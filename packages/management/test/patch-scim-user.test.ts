import document from "@keywright/management/openapi.json" with { type: "json" };
import { documentedResponses, expectDocumented, expectRejected, jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { operations } from "../src/generated/operations.ts";
import type { PatchScimUserInput, ScimPatch } from "../src/index.ts";
import { baseUrl, clientOn } from "./support.ts";

const userId = "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002";
const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
const input: PatchScimUserInput = { userId, body: { schemas, Operations: [{ op: "replace", path: "active", value: false }] } };

const patched = () =>
  jsonResponse(
    200,
    { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], id: userId, userName: "a@example.com" },
    { "content-type": "application/scim+json" },
  );

describe("patchScimUser", () => {
  it("sends the patch as SCIM JSON to the user's path, with the token", async () => {
    const fetch = recordingFetch(patched());
    await clientOn(fetch).patchScimUser(input);
    expect(fetch.requests).toEqual([
      {
        method: "PATCH",
        url: "https://management.example.com/api/scim/v2/Users/7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
        headers: {
          accept: "application/scim+json, application/problem+json, application/json",
          authorization: "Bearer token-1",
          "content-type": "application/scim+json",
        },
        body: '{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"replace","path":"active","value":false}]}',
      },
    ]);
  });

  it("sends values of any type as they are, and the operations in their order", async () => {
    const fetch = recordingFetch(patched());
    const Operations: ScimPatch["Operations"] = [
      { op: "add", path: "emails", value: [{ primary: true, type: "work", value: "ä@example.com" }] },
      { op: "replace", path: "title", value: null },
      { op: "replace", path: "name.familyName", value: "" },
      { op: "remove", path: "phoneNumbers", value: undefined },
      { op: "remove", path: "externalId" },
    ];
    await clientOn(fetch).patchScimUser({ userId, body: { schemas, Operations } });
    expect(fetch.requests[0]?.body).toBe(
      '{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[' +
        '{"op":"add","path":"emails","value":[{"primary":true,"type":"work","value":"ä@example.com"}]},{"op":"replace","path":"title","value":null},' +
        '{"op":"replace","path":"name.familyName","value":""},{"op":"remove","path":"phoneNumbers"},{"op":"remove","path":"externalId"}]}',
    );
  });

  it("keeps the user id within one segment of the path", async () => {
    const fetch = recordingFetch(patched());
    await clientOn(fetch).patchScimUser({ ...input, userId: "a/../b?c#ü" });
    expect(fetch.requests[0]?.url).toBe(`${baseUrl}/api/scim/v2/Users/a%2F..%2Fb%3Fc%23%C3%BC`);
  });

  it.each([
    ["a patch without operations", { body: { schemas, Operations: [] } }, "body.Operations"],
    ["a patch without schemas", { body: { schemas: [], Operations: [{ op: "remove", path: "title" }] } }, "body.schemas"],
    [
      "an operation with an empty path",
      {
        body: {
          schemas,
          Operations: [
            { op: "remove", path: "title" },
            { op: "remove", path: "" },
          ],
        },
      },
      "body.Operations[1].path",
    ],
    ["a missing patch", { body: undefined }, "body"],
    ["a patch of null", { body: null }, "body"],
    ["a user id that climbs the path", { userId: ".." }, "userId"],
    ["an empty user id", { userId: "" }, "userId"],
    ["a missing user id", { userId: undefined }, "userId"],
  ])("rejects %s before anything is sent", async (_what, wrong, argument) => {
    const error = await expectRejected((fetch) => clientOn(fetch).patchScimUser({ ...input, ...wrong } as PatchScimUserInput));
    expect(error).toMatchObject({ operationId: "patchScimUser", argument });
  });

  it.each(documentedResponses(document, operations.patchScimUser))("handles status $status ($example) as documented", async (answer) => {
    await expectDocumented(answer, (fetch) => clientOn(fetch).patchScimUser(input));
  });

  it("passes on undocumented extensions and properties of the user", async () => {
    const user = {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", "urn:example:extension"],
      id: userId,
      userName: "a@example.com",
      "urn:example:extension": { level: 7 },
      emails: [{ value: "a@example.com", later: null }],
    };
    const fetch = recordingFetch(jsonResponse(200, user, { "content-type": "application/scim+json;charset=utf-8" }));
    await expect(clientOn(fetch).patchScimUser(input)).resolves.toEqual(user);
  });

  it("returns status and headers with raw", async () => {
    const { status, headers, body: data } = await clientOn(recordingFetch(patched())).raw.patchScimUser(input);
    expect([status, headers.get("content-type"), data.userName]).toEqual([200, "application/scim+json", "a@example.com"]);
  });
});
