import { managementContract } from "../../src/lib/management/state/contract.ts";
import type { ManagementEmulator } from "../../src/management.ts";
import { testStatuses } from "../statuses.ts";
import { type Answer, askToken, basic, getRun, IDS, listLogs, patch, patchUser, send, testEmulator, updatePerson } from "./support.ts";

type Reach = (emulator: ManagementEmulator) => Promise<Answer>;

const user = (id: string) => `/api/scim/v2/Users/${id}`;
const without =
  (path: string, method = "GET"): Reach =>
  (emulator) =>
    send(emulator, path, { method, headers: {} });
const scopeless =
  (path: string, init: { readonly method?: string; readonly body?: string; readonly type?: string } = {}): Reach =>
  (emulator) => {
    const headers = { authorization: `Bearer ${emulator.issueToken({ scopes: [] })}`, ...(init.type === undefined ? {} : { "content-type": init.type }) };
    return send(emulator, path, { method: init.method ?? "GET", headers, ...(init.body === undefined ? {} : { body: init.body }) });
  };
const removeTitle = [{ op: "remove", path: "title" }];
const managed = (emulator: ManagementEmulator) => emulator.store.users.list(({ managedBy }) => managedBy !== undefined)[0]?.id ?? "";
const long = "a".repeat(2000);
const run = `/api/workflows/v1/${IDS.offboard}/runs/${IDS.completedRun}`;

/** How each documented answer is reached by what the service does; what no rule causes is not here. */
const REACHED: { readonly [operationId: string]: { readonly [status: number]: Reach } } = {
  issueToken: {
    200: (emulator) => askToken(emulator, { grant_type: "client_credentials" }),
    400: (emulator) => askToken(emulator, { grant_type: "password" }),
    401: (emulator) => askToken(emulator, { grant_type: "client_credentials" }, {}),
    413: (emulator) => askToken(emulator, { grant_type: "client_credentials", scope: long }),
    415: (emulator) =>
      send(emulator, "/connect/token", {
        method: "POST",
        headers: { authorization: basic(emulator.clientId, emulator.clientSecret), "content-type": "application/json" },
        body: "{}",
      }),
  },
  getWorkflowRun: {
    200: (emulator) => send(emulator, run),
    400: (emulator) => send(emulator, `${run}?variables=unknown`),
    401: without(run),
    403: scopeless(run),
    404: (emulator) => getRun(emulator, "unknown", IDS.completedRun),
  },
  updatePerson: {
    200: (emulator) => updatePerson(emulator, { jobTitle: "a" }),
    400: (emulator) => updatePerson(emulator, {}),
    401: without(`/api/people/v1/${IDS.contractor}`, "PATCH"),
    403: scopeless(`/api/people/v1/${IDS.contractor}`, { method: "PATCH", body: "{}", type: "application/json" }),
    404: (emulator) => updatePerson(emulator, { jobTitle: "a" }, "nobody@example.com"),
    409: (emulator) => updatePerson(emulator, { email: "finance.lead@example.com" }),
    413: (emulator) => updatePerson(emulator, { jobTitle: long }),
    415: (emulator) => patch(emulator, `/api/people/v1/${IDS.contractor}`, {}, emulator.token, "text/plain"),
  },
  patchScimUser: {
    200: (emulator) => patchUser(emulator, removeTitle),
    400: (emulator) => patchUser(emulator, []),
    401: without(user(IDS.leadUser), "PATCH"),
    403: (emulator) => patchUser(emulator, removeTitle, managed(emulator)),
    404: (emulator) => patchUser(emulator, removeTitle, "nobody"),
    413: (emulator) => patchUser(emulator, [{ op: "replace", path: "title", value: long }]),
    415: (emulator) => patch(emulator, user(IDS.leadUser), {}),
  },
  deleteScimUser: {
    204: (emulator) => send(emulator, user(IDS.leadUser), { method: "DELETE", headers: { authorization: `Bearer ${emulator.token}` } }),
    400: (emulator) => send(emulator, user(managed(emulator)), { method: "DELETE", headers: { authorization: `Bearer ${emulator.token}` } }),
    401: without(user(IDS.leadUser), "DELETE"),
    403: scopeless(user(IDS.leadUser), { method: "DELETE" }),
    404: (emulator) => send(emulator, user("nobody"), { method: "DELETE", headers: { authorization: `Bearer ${emulator.token}` } }),
  },
  listAuditLogs: {
    200: (emulator) => listLogs(emulator),
    400: (emulator) => listLogs(emulator, { filter: "(" }),
    401: without("/api/audit/v1/logs"),
    403: scopeless("/api/audit/v1/logs"),
  },
  listAppCategories: {
    200: (emulator) => send(emulator, "/api/apps/v1/categories"),
    401: without("/api/apps/v1/categories"),
    403: scopeless("/api/apps/v1/categories"),
  },
};

testStatuses({
  operations: managementContract().operations,
  make: testEmulator,
  reached: REACHED,
  injected: Object.fromEntries(managementContract().operations.map(({ id }) => [id, { 500: { message: "An unexpected error has occurred." } }])),
});
