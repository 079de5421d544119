import type { Operation } from "@keywright/core/client";
import { services } from "@keywright/tool-mocks/clients";
import { describe, expect, inject, it } from "vitest";

interface BrokenRequest {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly mediaType?: string;
  readonly body?: string;
  /** The credential; `null` for none. */
  readonly authorization?: string | null;
}

/** Sends what no client of ours would send. */
async function sendBroken({
  service,
  method,
  path,
  mediaType,
  body,
  authorization = "Bearer example-token",
}: BrokenRequest): Promise<{ readonly status: number; readonly violations: unknown }> {
  const headers = { ...(authorization === null ? {} : { authorization }), ...(mediaType === undefined ? {} : { "content-type": mediaType }) };
  const response = await fetch(`${inject("mockUrls")[service]}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  await response.arrayBuffer();
  return { status: response.status, violations: JSON.parse(response.headers.get("sl-violations") ?? "null") };
}

const json = "application/json";
const vaultId = "iihcwjkpp63v2nsmo436sdbeuu";
const item = { title: "Payroll portal", vault: { id: vaultId }, category: "LOGIN" };
const person = { service: "management", method: "PATCH", path: "/api/people/v1/3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012", mediaType: json } as const;
const patchItem = { service: "vault", method: "PATCH", path: `/v1/vaults/${vaultId}/items/u32zhgb7j43k2omdbw7g2jcgsk`, mediaType: json } as const;
const createItem = { service: "vault", method: "POST", path: `/v1/vaults/${vaultId}/items`, mediaType: json } as const;
const auditEvents = { service: "events", method: "POST", path: "/api/v2/auditevents", mediaType: json } as const;
const form = {
  service: "management",
  method: "POST",
  path: "/connect/token",
  mediaType: "application/x-www-form-urlencoded",
  authorization: "Basic eDp5",
} as const;

const broken: { readonly what: string; readonly request: BrokenRequest; readonly status: number }[] = [
  { what: "a grant type that does not exist", request: { ...form, body: "grant_type=password" }, status: 400 },
  {
    what: "an authorization code grant without its code",
    request: { ...form, body: "grant_type=authorization_code&redirect_uri=https%3A%2F%2Fapp.example.com" },
    status: 400,
  },
  { what: "a token request without Basic credentials", request: { ...form, authorization: null, body: "grant_type=client_credentials" }, status: 401 },
  { what: "no member to change", request: { ...person, body: "{}" }, status: 400 },
  { what: "teams and teamIds at once", request: { ...person, body: '{"teams":["a"],"teamIds":["b"]}' }, status: 400 },
  {
    what: "two forms of line manager",
    request: { ...person, body: '{"lineManagerId":"3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1001","lineManagerEmail":"finance.lead@example.com"}' },
    status: 400,
  },
  { what: "a person type that does not exist", request: { ...person, body: '{"personType":"Robot"}' }, status: 400 },
  {
    what: "a SCIM patch without operations",
    request: {
      service: "management",
      method: "PATCH",
      path: "/api/scim/v2/Users/1",
      mediaType: "application/scim+json",
      body: '{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[]}',
    },
    status: 400,
  },
  { what: "a page larger than 1000", request: { service: "management", method: "GET", path: "/api/audit/v1/logs?limit=1001" }, status: 400 },
  { what: "a sort order that does not exist", request: { service: "management", method: "GET", path: "/api/audit/v1/logs?sortOrder=newest" }, status: 400 },
  { what: "a vault id of the wrong form", request: { service: "vault", method: "GET", path: "/v1/vaults/Production" }, status: 400 },
  { what: "an item without a category", request: { ...createItem, body: JSON.stringify({ ...item, category: undefined }) }, status: 400 },
  { what: "an item of a category that cannot be created", request: { ...createItem, body: JSON.stringify({ ...item, category: "DOCUMENT" }) }, status: 400 },
  {
    what: "a recipe that is too long",
    request: { ...createItem, body: JSON.stringify({ ...item, fields: [{ generate: true, recipe: { length: 65 } }] }) },
    status: 400,
  },
  { what: "a patch operation that does not exist here", request: { ...patchItem, body: '[{"op":"move","from":"/title","path":"/tags/0"}]' }, status: 400 },
  { what: "an add without a value", request: { ...patchItem, body: '[{"op":"add","path":"/title"}]' }, status: 400 },
  { what: "a patch path without its slash", request: { ...patchItem, body: '[{"op":"remove","path":"title"}]' }, status: 400 },
  { what: "a patch in plain text", request: { ...patchItem, mediaType: "text/plain", body: "[]" }, status: 415 },
  { what: "a negative offset", request: { service: "vault", method: "GET", path: "/v1/activity?offset=-1" }, status: 400 },
  { what: "no token", request: { service: "vault", method: "GET", path: "/v1/vaults", authorization: null }, status: 401 },
  { what: "a cursor that is a number", request: { ...auditEvents, body: '{"cursor":10}' }, status: 400 },
  { what: "no events asked for", request: { ...auditEvents, body: '{"limit":0}' }, status: 400 },
  { what: "more than 1000 events asked for", request: { ...auditEvents, body: '{"limit":1001}' }, status: 400 },
  { what: "no body where one is needed", request: { ...auditEvents }, status: 400 },
];

describe("a Prism mock", () => {
  for (const { what, request, status } of broken) {
    it(`rejects ${what} with ${status} and says why`, async () => {
      expect(await sendBroken(request)).toEqual({
        status,
        violations: expect.arrayContaining([expect.objectContaining({ severity: "Error", message: expect.stringMatching(/./) })]),
      });
    });
  }

  const withBody = services.flatMap(({ name: service, table }) =>
    Object.values<Operation>(table)
      .filter(({ body }) => body !== undefined)
      .map((operation) => ({ service, operation, id: operation.id })),
  );

  it.each(withBody)("rejects a body of another kind for $id", async ({ service, operation }) => {
    const path = operation.path.replaceAll(/\{(vaultUUID|itemUUID)\}/g, vaultId).replaceAll(/\{\w+\}/g, "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012");
    const authorization = operation.security.scheme === "basic" ? "Basic eDp5" : "Bearer example-token";
    const mediaType = operation.body?.mediaType as string;
    const { status, violations } = await sendBroken({
      service,
      method: operation.method,
      path,
      mediaType,
      authorization,
      body: mediaType.endsWith("json") ? "7" : "unknown=7",
    });
    expect(status).toBe(400);
    expect(violations).toEqual(expect.arrayContaining([expect.objectContaining({ location: expect.arrayContaining(["body"]) })]));
  });
});
