import type { Planted, Request } from "./planted.ts";

const LOGS = "/api/audit/v1/logs";
const CATEGORIES = "/api/apps/v1/categories";
const isPerson = ({ path }: Request): boolean => path.startsWith("/api/people/");
const isUser = ({ method, path }: Request): boolean => method === "PATCH" && path.startsWith("/api/scim/");
const changed = ({ query }: Request, change: { readonly [name: string]: string | undefined }): URLSearchParams => {
  const copy = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) copy.delete(name);
    else copy.set(name, value);
  }
  return copy;
};

/** Faults of a management service. */
export const MANAGEMENT_FAULTS: readonly Planted[] = [
  {
    service: "management",
    fault: "a missing header",
    rule: "listAppCategories.response",
    async break({ path }, ask) {
      const reply = path === CATEGORIES ? await ask() : undefined;
      return reply?.status === 401 ? { ...reply, headers: new Headers({ "content-type": "application/problem+json" }) } : reply;
    },
  },
  {
    service: "management",
    fault: "a scope that is not checked",
    rule: "listAppCategories.scope",
    break: async ({ path, authorization }, ask, { management }) =>
      path === CATEGORIES && authorization?.startsWith("Bearer management-token") === true ? ask({ authorization: `Bearer ${management.token}` }) : undefined,
  },
  {
    service: "management",
    fault: "401 in place of 403",
    rule: "updatePerson.scope",
    async break(request, ask) {
      const reply = isPerson(request) ? await ask() : undefined;
      return reply?.status === 403
        ? { ...reply, status: 401, headers: new Headers({ "content-type": "application/problem+json", "www-authenticate": "Bearer" }) }
        : reply;
    },
  },
  {
    service: "management",
    fault: "null in place of an absent property",
    rule: "updatePerson.response",
    async break(request, ask) {
      const reply = isPerson(request) ? await ask() : undefined;
      return reply?.status === 200 && !("employeeType" in reply.json) ? { ...reply, json: { ...reply.json, employeeType: null } } : reply;
    },
  },
  {
    service: "management",
    fault: "null that does not clear",
    rule: "updatePerson.cleared",
    break: async (request, ask) =>
      isPerson(request) && request.body?.includes('"employeeType":null') === true ? ask({ body: '{"employeeType":"kept"}' }) : undefined,
  },
  {
    service: "management",
    fault: "an update that clears other properties",
    rule: "updatePerson.kept",
    async break(request, ask) {
      const reply = isPerson(request) && request.body?.includes('"jobTitle"') === true ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, employeeId: undefined } } : reply;
    },
  },
  {
    service: "management",
    fault: "an email address that two people have",
    rule: "updatePerson.conflict",
    async break(request, ask) {
      const reply = isPerson(request) ? await ask() : undefined;
      return reply?.status === 409 ? ask({ body: '{"employeeType":"x"}' }) : reply;
    },
  },
  {
    service: "management",
    fault: "an empty update",
    rule: "updatePerson.empty",
    break: async (request, ask) => (isPerson(request) && request.body === "{}" ? ask({ body: '{"employeeType":"x"}' }) : undefined),
  },
  {
    service: "management",
    fault: "a userName that changes",
    rule: "patchScimUser.user-name",
    break: async (request, ask) =>
      isUser(request) && request.body?.includes('"userName"') === true ? ask({ body: request.body.replace('"userName"', '"title"') }) : undefined,
  },
  {
    service: "management",
    fault: "two phone numbers",
    rule: "patchScimUser.phone",
    async break(request, ask) {
      const reply = isUser(request) ? await ask() : undefined;
      const numbers = reply?.json?.phoneNumbers;
      return reply?.status === 200 && numbers !== undefined
        ? { ...reply, json: { ...reply.json, phoneNumbers: [...numbers, { value: "+49 30 00000009" }] } }
        : reply;
    },
  },
  {
    service: "management",
    fault: "an unknown run that is 404",
    rule: "getWorkflowRun.unknown-run",
    async break({ path }, ask) {
      const reply = path.startsWith("/api/workflows/") ? await ask() : undefined;
      const isEmpty = reply?.status === 200 && reply.json.results.length === 0;
      return isEmpty
        ? {
            status: 404,
            headers: new Headers({ "content-type": "application/problem+json" }),
            json: { title: "Not found", status: 404, detail: "-", type: "about:blank" },
          }
        : reply;
    },
  },
  {
    service: "management",
    fault: "variables that nobody asked for",
    rule: "getWorkflowRun.variables",
    async break({ path, query }, ask) {
      const reply = path.startsWith("/api/workflows/") && query.size === 0 ? await ask() : undefined;
      const [run] = reply?.json?.results ?? [];
      return run === undefined ? reply : { ...reply, json: { results: [{ ...run, context: { ...run.context, variables: { note: "sentinel-secret" } } }] } };
    },
  },
  {
    service: "management",
    fault: "a page that is repeated",
    rule: "listAuditLogs.pages",
    break: async (request, ask) =>
      request.path === LOGS && request.query.get("limit") === "2" ? ask({ query: changed(request, { after: undefined }) }) : undefined,
  },
  {
    service: "management",
    fault: "an event that is skipped between two pages",
    rule: "listAuditLogs.pages",
    async break({ path, query }, ask) {
      const reply = path === LOGS && query.has("after") ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, results: reply.json.results.slice(1) } } : reply;
    },
  },
  {
    service: "management",
    fault: "an order that is ignored",
    rule: "listAuditLogs.descending",
    break: async (request, ask) =>
      request.path === LOGS && !request.query.has("after") ? ask({ query: changed(request, { sortOrder: undefined }) }) : undefined,
  },
  {
    service: "management",
    fault: "a window of more than seven days",
    rule: "listAuditLogs.seven-days",
    break: async (request, ask) =>
      request.path === LOGS && request.query.size === 0 ? ask({ query: changed(request, { since: "2020-01-01T00:00:00Z" }) }) : undefined,
  },
  {
    service: "management",
    fault: "no next on an empty page",
    rule: "listAuditLogs.response",
    async break({ path }, ask) {
      const reply = path === LOGS ? await ask() : undefined;
      return reply?.json?.results?.length === 0 ? { ...reply, json: { results: [] } } : reply;
    },
  },
  {
    service: "management",
    fault: "a page without the header link",
    rule: "listAuditLogs.response",
    async break({ path }, ask) {
      const reply = path === LOGS ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, headers: new Headers({ "content-type": "application/json" }) } : reply;
    },
  },
  {
    service: "management",
    fault: "a Link header with another address",
    rule: "listAuditLogs.next",
    async break({ path }, ask) {
      const reply = path === LOGS ? await ask() : undefined;
      return reply?.status === 200
        ? { ...reply, headers: new Headers({ "content-type": "application/json", link: '<https://management.example.com/other>; rel="next"' }) }
        : reply;
    },
  },
  {
    service: "management",
    fault: "an unknown position that begins at the start",
    rule: "listAuditLogs.position",
    break: async (request, ask) =>
      request.path === LOGS && request.query.get("after") === "keywright-conformance" ? ask({ query: changed(request, { after: undefined }) }) : undefined,
  },
  {
    service: "management",
    fault: "a token error with another body",
    rule: "issueToken.response",
    async break({ path }, ask) {
      const reply = path === "/connect/token" ? await ask() : undefined;
      return reply?.status === 400 ? { ...reply, json: { message: "rejected" } } : reply;
    },
  },
  {
    service: "management",
    fault: "a scope that is not narrowed",
    rule: "issueToken.scopes",
    break: async ({ path, body }, ask) =>
      path === "/connect/token" && body?.includes("scope=Apps.Read") === true ? ask({ body: "grant_type=client_credentials" }) : undefined,
  },
];
