// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { Operation, OperationTable } from "@keywright/core/client";

export const introspect = {
  id: "introspect",
  method: "GET",
  path: "/api/v2/auth/introspect",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
} as const satisfies Operation;

export const listAuditEvents = {
  id: "listAuditEvents",
  method: "POST",
  path: "/api/v2/auditevents",
  retry: "safe",
  security: { scheme: "bearer", scopes: ["auditevents"] },
  body: {
    mediaType: "application/json",
    required: true,
    type: "object",
    exclusive: [["cursor", "limit"], ["cursor", "start_time"], ["cursor", "end_time"]],
    properties: { cursor: { minLength: 1, type: "string" }, limit: { minimum: 1, maximum: 1000, type: "integer" } },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  pagination: { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" },
} as const satisfies Operation;

export const listItemUsages = {
  id: "listItemUsages",
  method: "POST",
  path: "/api/v2/itemusages",
  retry: "safe",
  security: { scheme: "bearer", scopes: ["itemusages"] },
  body: {
    mediaType: "application/json",
    required: true,
    type: "object",
    exclusive: [["cursor", "limit"], ["cursor", "start_time"], ["cursor", "end_time"]],
    properties: { cursor: { minLength: 1, type: "string" }, limit: { minimum: 1, maximum: 1000, type: "integer" } },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  pagination: { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" },
} as const satisfies Operation;

export const listSignInAttempts = {
  id: "listSignInAttempts",
  method: "POST",
  path: "/api/v2/signinattempts",
  retry: "safe",
  security: { scheme: "bearer", scopes: ["signinattempts"] },
  body: {
    mediaType: "application/json",
    required: true,
    type: "object",
    exclusive: [["cursor", "limit"], ["cursor", "start_time"], ["cursor", "end_time"]],
    properties: { cursor: { minLength: 1, type: "string" }, limit: { minimum: 1, maximum: 1000, type: "integer" } },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  pagination: { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" },
} as const satisfies Operation;

/** A row for each operation of the contract. */
export const operations = {
  introspect,
  listAuditEvents,
  listItemUsages,
  listSignInAttempts,
} as const satisfies OperationTable;
