import { describe, expect, test } from "vitest";
import { askToken, BASE_URL, clientOf, getRun, hasNull, IDS, patchUser, send, testEmulator } from "./support.ts";

const PATCH_OP = JSON.stringify({ schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [{ op: "remove", path: "title" }] });
type Row = readonly [id: string, method: string, path: string, scope: string, init: { readonly body?: string; readonly type?: string }];
const OPERATIONS: readonly Row[] = [
  ["getWorkflowRun", "GET", `/api/workflows/v1/${IDS.offboard}/runs/${IDS.completedRun}`, "Workflows.Runs.Read", {}],
  ["updatePerson", "PATCH", `/api/people/v1/${IDS.contractor}`, "People.Write", { body: '{"jobTitle":"a"}', type: "application/json" }],
  ["patchScimUser", "PATCH", `/api/scim/v2/Users/${IDS.leadUser}`, "Users.Write", { body: PATCH_OP, type: "application/scim+json" }],
  ["deleteScimUser", "DELETE", `/api/scim/v2/Users/${IDS.leadUser}`, "Users.Write", {}],
  ["listAuditLogs", "GET", "/api/audit/v1/logs", "AuditLog.Read", {}],
  ["listAppCategories", "GET", "/api/apps/v1/categories", "Apps.Read", {}],
];

function ask(emulator: ReturnType<typeof testEmulator>, [, method, path, , init]: Row, authorization: string | undefined) {
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...(init.type === undefined ? {} : { "content-type": init.type }) };
  return send(emulator, path, { method, headers, ...(init.body === undefined ? {} : { body: init.body }) });
}

describe.each(OPERATIONS)("%s", (...row) => {
  const [id, , , scope] = row;

  test("without a token returns 401 with a challenge that says it is missing", async () => {
    const { status, headers, body } = await ask(testEmulator(), row, undefined);
    expect([status, headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token", error_description="The token is missing"']);
    expect(body).toMatchObject({ title: "Unauthorized", status: 401 });
  });

  test.each(["Bearer nobody", "Bearer", "Bearer a b", "bearer nobody", `Bearer ${"a".repeat(100_000)}`])(
    "with %.20s returns 401 that says it is not valid",
    async (authorization) => {
      const { status, headers } = await ask(testEmulator(), row, authorization);
      expect([status, headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token", error_description="The token is not valid"']);
    },
  );

  test("with an expired token returns 401 that says when it expired", async () => {
    const emulator = testEmulator();
    const token = emulator.issueToken({ expiresInSeconds: 60 });
    emulator.clock.advance(3_600_000);
    const { status, headers } = await ask(emulator, row, `Bearer ${token}`);
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer error="invalid_token", error_description="The token expired at '03/02/2026 12:01:00'"`,
    ]);
  });

  test(`needs the scope ${scope}: 403 with all others`, async () => {
    const emulator = testEmulator();
    const others = emulator.store.apps.list()[0]?.scopes.filter((other) => other !== scope) ?? [];
    const lacking = await ask(emulator, row, `Bearer ${emulator.issueToken({ scopes: others })}`);
    expect([lacking.status, lacking.body.detail]).toEqual([403, `The token lacks the scope ${scope}.`]);
    expect((await ask(emulator, row, `Bearer ${emulator.issueToken({ scopes: [scope] })}`)).status).toBe(id === "deleteScimUser" ? 204 : 200);
  });

  test("returns 500 with a message where a fault is injected, for no rule causes one", async () => {
    const emulator = testEmulator();
    emulator.inject({ operationId: id, response: { status: 500, body: { message: "An unexpected error has occurred." } } });
    const { status, body } = await ask(emulator, row, `Bearer ${emulator.token}`);
    expect([status, body, emulator.unusedFaults()]).toEqual([500, { message: "An unexpected error has occurred." }, []]);
  });
});

describe("a token", () => {
  test("from the token endpoint expires after expires_in seconds, to the millisecond [source: issueToken.lifetime]", async () => {
    const emulator = testEmulator();
    const { body } = await askToken(emulator, { grant_type: "client_credentials" });
    const read = () => send(emulator, "/api/apps/v1/categories", { headers: { authorization: `Bearer ${body.access_token}` } });
    emulator.clock.advance(body.expires_in * 1000 - 1);
    expect((await read()).status).toBe(200);
    emulator.clock.advance(1);
    const { status, headers } = await read();
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer error="invalid_token", error_description="The token expired at '03/02/2026 13:00:00'"`,
    ]);
  });

  test("in the query, as Basic or twice is none", async () => {
    const emulator = testEmulator();
    expect((await send(emulator, `/api/apps/v1/categories?access_token=${emulator.token}`, { headers: {} })).status).toBe(401);
    expect((await send(emulator, "/api/apps/v1/categories", { headers: { authorization: `Basic ${emulator.token}` } })).status).toBe(401);
    const twice = [
      ["authorization", `Bearer ${emulator.token}`],
      ["authorization", `Bearer ${emulator.token}`],
    ] as [string, string][];
    expect((await send(emulator, "/api/apps/v1/categories", { headers: twice })).status).toBe(401);
  });

  test("of a user whose access is suspended is rejected until it is given back", async () => {
    const emulator = testEmulator();
    const token = emulator.issueToken({ userId: IDS.leadUser });
    const read = async () => (await send(emulator, "/api/apps/v1/categories", { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await read()).toBe(200);
    await patchUser(emulator, [{ op: "replace", path: "active", value: false }]);
    expect(await read()).toBe(401);
    await patchUser(emulator, [{ op: "replace", path: "active", value: true }]);
    expect(await read()).toBe(200);
    await clientOf(emulator).deleteScimUser({ userId: IDS.leadUser });
    expect(await read()).toBe(401);
  });
});

describe("a response", () => {
  test("leaves out what has no value: nowhere is a null but among custom fields", async () => {
    const emulator = testEmulator();
    const answers = [
      await getRun(emulator, IDS.offboard, IDS.completedRun, "?variables=handoverNote"),
      await getRun(emulator, IDS.review, IDS.waitingRun),
      await patchUser(emulator, [{ op: "remove", path: "title" }]),
      await patchUser(emulator, [{ op: "replace", path: "title", value: "Desk" }], IDS.sparseUser),
      await send(emulator, "/api/audit/v1/logs?limit=1000"),
      await send(emulator, "/api/apps/v1/categories"),
    ];
    for (const { status, body } of answers) expect([status, hasNull(body)]).toEqual([200, false]);
  });

  test("of 404 has its trace id in extensions, any other errorResponse at the top", async () => {
    const emulator = testEmulator();
    const unknown = await send(emulator, "/api/nothing");
    expect([unknown.status, typeof unknown.body.extensions.traceId, unknown.body.traceId]).toEqual([404, "string", undefined]);
    const invalid = await send(emulator, "/api/audit/v1/logs?limit=0");
    expect([invalid.status, typeof invalid.body.traceId, invalid.body.extensions]).toEqual([400, "string", undefined]);
    expect(invalid.body.errors).toEqual({ limit: ["must be >= 1"] });
    expect(invalid.headers.get("content-type")).toBe("application/problem+json");
    expect(invalid.body.traceId).not.toBe((await send(emulator, "/api/audit/v1/logs?limit=0")).body.traceId);
  });

  test("of a path with another method is 405 with Allow", async () => {
    const { status, headers } = await send(testEmulator(), "/api/apps/v1/categories", { method: "POST" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("listAppCategories", () => {
  test("returns the tree from its root, which is named as the root, down to the leaves", async () => {
    const emulator = testEmulator();
    const root = await clientOf(emulator).listAppCategories();
    expect([root.name, root.children?.map(({ name }) => name)]).toEqual(["Root", ["Finance", "Security", "Sales and marketing", "Engineering"]]);
    expect(root.children?.[0]?.children?.map(({ name }) => name)).toEqual(["Accounting", "Travel expenses", "Payroll"]);
    expect("children" in (root.children?.[3] ?? {})).toBe(false);
    expect((await send(emulator, `${BASE_URL}/api/apps/v1/categories`)).body).toEqual(root);
  });
});
