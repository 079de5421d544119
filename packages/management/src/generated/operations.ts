// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { Operation, OperationTable } from "@keywright/core/client";

export const issueToken = {
  id: "issueToken",
  method: "POST",
  path: "/connect/token",
  retry: "never",
  security: { scheme: "basic", scopes: [], inputs: ["clientId", "clientSecret"] },
  body: {
    mediaType: "application/x-www-form-urlencoded",
    required: true,
    as: "form",
    type: "object",
    properties: {
      scope: { pattern: "^\\S+( \\S+)*$", type: "string" },
      client_id: { minLength: 1, type: "string" },
      client_secret: { minLength: 1, type: "string" },
      code: { minLength: 1, type: "string" },
      refresh_token: { minLength: 1, type: "string" },
    },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: { request: { client_secret: true, code: true, refresh_token: true }, response: { access_token: true, refresh_token: true } },
} as const satisfies Operation;

export const getWorkflowRun = {
  id: "getWorkflowRun",
  method: "GET",
  path: "/api/workflows/v1/{workflowId}/runs/{runId}",
  retry: "safe",
  security: { scheme: "bearer", scopes: ["Workflows.Runs.Read"] },
  pathParameters: { workflowId: { type: "string", minLength: 1, required: true }, runId: { type: "string", minLength: 1, required: true } },
  queryParameters: { variables: { type: "array", items: { pattern: "^[^,]+$", type: "string" } } },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json, application/problem+json",
  secrets: {
    response: {
      results: [
        {
          context: { variables: true },
          trigger: { completed: { newContext: { variables: true } } },
          steps: [{ completed: { newContext: { variables: true } } }],
        },
      ],
    },
  },
} as const satisfies Operation;

export const updatePerson = {
  id: "updatePerson",
  method: "PATCH",
  path: "/api/people/v1/{id}",
  retry: "never",
  security: { scheme: "bearer", scopes: ["People.Write"] },
  pathParameters: {
    id: {
      type: "string",
      pattern: "^([0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|[0-9a-fA-F]{32}|(?!(.*/)?\\.{1,2}/)[^@\\s\\\\]+@[^@\\s/\\\\]+)$",
      expected: "a UUID, with or without dashes, or an email address",
      required: true,
    },
  },
  body: {
    mediaType: "application/json",
    required: true,
    type: "object",
    minProperties: 1,
    exclusive: [["teams", "teamIds"], ["lineManagerId", "lineManagerEmail", "lineManager"]],
    properties: {
      startDate: {
        pattern: "^(?:\\d{4}(-?)(?:(?:0[1-9]|1[0-2])\\1(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])\\1(?:29|30)|(?:0[13578]|1[02])\\1(?:31))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)(-?)02\\2(?:29))(?:[Tt ](?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60)(?:[.,]\\d+)?)?)?(?:[Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?)?$",
        type: "string",
        expected: "a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z",
      },
      leavingDate: {
        pattern: "^(?:\\d{4}(-?)(?:(?:0[1-9]|1[0-2])\\1(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])\\1(?:29|30)|(?:0[13578]|1[02])\\1(?:31))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)(-?)02\\2(?:29))(?:[Tt ](?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60)(?:[.,]\\d+)?)?)?(?:[Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?)?$",
        type: "string",
        expected: "a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z",
      },
      lineManager: { minProperties: 1, type: "object", exclusive: [["email", "id"]] },
    },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json, application/problem+json",
} as const satisfies Operation;

export const patchScimUser = {
  id: "patchScimUser",
  method: "PATCH",
  path: "/api/scim/v2/Users/{userId}",
  retry: "never",
  security: { scheme: "bearer", scopes: ["Users.Write"] },
  pathParameters: { userId: { type: "string", minLength: 1, required: true } },
  body: {
    mediaType: "application/scim+json",
    required: true,
    type: "object",
    properties: {
      schemas: { minItems: 1, type: "array" },
      Operations: { minItems: 1, type: "array", items: { properties: { path: { minLength: 1, type: "string" } } } },
    },
  },
  response: { status: 200, type: "json", mediaType: "application/scim+json" },
  accept: "application/scim+json, application/problem+json, application/json",
} as const satisfies Operation;

export const deleteScimUser = {
  id: "deleteScimUser",
  method: "DELETE",
  path: "/api/scim/v2/Users/{userId}",
  retry: "never",
  security: { scheme: "bearer", scopes: ["Users.Write"] },
  pathParameters: { userId: { type: "string", minLength: 1, required: true } },
  response: { status: 204, type: "none" },
  accept: "application/problem+json, application/json",
} as const satisfies Operation;

export const listAuditLogs = {
  id: "listAuditLogs",
  method: "GET",
  path: "/api/audit/v1/logs",
  retry: "safe",
  security: { scheme: "bearer", scopes: ["AuditLog.Read"] },
  queryParameters: {
    filter: { type: "string", minLength: 1 },
    q: { type: "string" },
    since: {
      type: "string",
      pattern: "^(?:\\d{4}(-?)(?:(?:0[1-9]|1[0-2])\\1(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])\\1(?:29|30)|(?:0[13578]|1[02])\\1(?:31))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)(-?)02\\2(?:29))(?:[Tt ](?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60)(?:[.,]\\d+)?)?)?(?:[Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?)?$",
      expected: "a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z",
    },
    until: {
      type: "string",
      pattern: "^(?:\\d{4}(-?)(?:(?:0[1-9]|1[0-2])\\1(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])\\1(?:29|30)|(?:0[13578]|1[02])\\1(?:31))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)(-?)02\\2(?:29))(?:[Tt ](?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60)(?:[.,]\\d+)?)?)?(?:[Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?)?$",
      expected: "a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z",
    },
    after: { type: "string", minLength: 1 },
    limit: { type: "integer", minimum: 1, maximum: 1000 },
    sortOrder: { type: "string", enum: ["ASCENDING", "DESCENDING"] },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json, application/problem+json",
  pagination: { style: "next-link-live", items: "results", next: "next", cursor: "after" },
  int64: { results: [{ id: true }] },
} as const satisfies Operation;

export const listAppCategories = {
  id: "listAppCategories",
  method: "GET",
  path: "/api/apps/v1/categories",
  retry: "safe",
  security: { scheme: "bearer", scopes: ["Apps.Read"] },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json, application/problem+json",
} as const satisfies Operation;

export const fireSignal = {
  id: "fireSignal",
  method: "POST",
  path: "",
  address: "href",
  retry: "never",
  security: { scheme: "bearer", scopes: ["Workflows.Runs.Execute"] },
  response: { status: 204, type: "none" },
  accept: "application/problem+json, application/json",
} as const satisfies Operation;

/** A row for each operation of the contract. */
export const operations = {
  issueToken,
  getWorkflowRun,
  updatePerson,
  patchScimUser,
  deleteScimUser,
  listAuditLogs,
  listAppCategories,
  fireSignal,
} as const satisfies OperationTable;
