// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { Operation, OperationTable } from "@keywright/core/client";

export const listVaults = {
  id: "listVaults",
  method: "GET",
  path: "/v1/vaults",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  queryParameters: { filter: { type: "string", minLength: 1, maxLength: 16384 } },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
} as const satisfies Operation;

export const getVault = {
  id: "getVault",
  method: "GET",
  path: "/v1/vaults/{vaultUUID}",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
} as const satisfies Operation;

export const listItems = {
  id: "listItems",
  method: "GET",
  path: "/v1/vaults/{vaultUUID}/items",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
  },
  queryParameters: { filter: { type: "string", minLength: 1, maxLength: 16384 } },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: { response: [{ files: [{ content: true }] }] },
} as const satisfies Operation;

export const createItem = {
  id: "createItem",
  method: "POST",
  path: "/v1/vaults/{vaultUUID}/items",
  retry: "never",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
  },
  body: {
    mediaType: "application/json",
    required: true,
    type: "object",
    properties: {
      vault: { properties: { id: { pattern: "^[\\da-z]{26}$", type: "string" } } },
      fields: {
        items: {
          properties: {
            recipe: { properties: { length: { minimum: 1, maximum: 64, type: "integer" }, characterSets: { minItems: 1, type: "array" } } },
          },
        },
      },
    },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: {
    request: { fields: [{ value: true }] },
    response: { fields: [{ value: true, passwordDetails: { history: true }, totp: true }], files: [{ content: true }] },
  },
} as const satisfies Operation;

export const getItem = {
  id: "getItem",
  method: "GET",
  path: "/v1/vaults/{vaultUUID}/items/{itemUUID}",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
    itemUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the title of an item, get its id with findItem", required: true },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: { response: { fields: [{ value: true, passwordDetails: { history: true }, totp: true }], files: [{ content: true }] } },
} as const satisfies Operation;

export const replaceItem = {
  id: "replaceItem",
  method: "PUT",
  path: "/v1/vaults/{vaultUUID}/items/{itemUUID}",
  retry: "never",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
    itemUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the title of an item, get its id with findItem", required: true },
  },
  body: {
    mediaType: "application/json",
    required: true,
    type: "object",
    properties: {
      vault: { properties: { id: { pattern: "^[\\da-z]{26}$", type: "string" } } },
      fields: {
        items: {
          properties: {
            recipe: { properties: { length: { minimum: 1, maximum: 64, type: "integer" }, characterSets: { minItems: 1, type: "array" } } },
          },
        },
      },
    },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: {
    request: { fields: [{ value: true, passwordDetails: { history: true }, totp: true }], files: [{ content: true }] },
    response: { fields: [{ value: true, passwordDetails: { history: true }, totp: true }], files: [{ content: true }] },
  },
} as const satisfies Operation;

export const patchItem = {
  id: "patchItem",
  method: "PATCH",
  path: "/v1/vaults/{vaultUUID}/items/{itemUUID}",
  retry: "never",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
    itemUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the title of an item, get its id with findItem", required: true },
  },
  body: {
    mediaType: "application/json",
    required: true,
    type: "array",
    maxItems: 1000,
    items: { properties: { path: { pattern: "^(?:/(?:[^/~]|~[01])*)+$", type: "string" } } },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: {
    request: [{ value: true }],
    response: { fields: [{ value: true, passwordDetails: { history: true }, totp: true }], files: [{ content: true }] },
  },
} as const satisfies Operation;

export const deleteItem = {
  id: "deleteItem",
  method: "DELETE",
  path: "/v1/vaults/{vaultUUID}/items/{itemUUID}",
  retry: "never",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
    itemUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the title of an item, get its id with findItem", required: true },
  },
  response: { status: 204, type: "none" },
  accept: "application/json",
} as const satisfies Operation;

export const listFiles = {
  id: "listFiles",
  method: "GET",
  path: "/v1/vaults/{vaultUUID}/items/{itemUUID}/files",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
    itemUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the title of an item, get its id with findItem", required: true },
  },
  queryParameters: { inline_content: { type: "boolean" }, inline_files: { type: "boolean" } },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: { response: [{ content: true }] },
} as const satisfies Operation;

export const getFile = {
  id: "getFile",
  method: "GET",
  path: "/v1/vaults/{vaultUUID}/items/{itemUUID}/files/{fileUUID}",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
    itemUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the title of an item, get its id with findItem", required: true },
    fileUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a file, get its id with findFile", required: true },
  },
  queryParameters: { inline_content: { type: "boolean" }, inline_files: { type: "boolean" } },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  secrets: { response: { content: true } },
} as const satisfies Operation;

export const getFileContent = {
  id: "getFileContent",
  method: "GET",
  path: "/v1/vaults/{vaultUUID}/items/{itemUUID}/files/{fileUUID}/content",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: {
    vaultUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a vault, get its id with findVault", required: true },
    itemUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the title of an item, get its id with findItem", required: true },
    fileUUID: { type: "string", pattern: "^[\\da-z]{26}$", advice: "if this is the name of a file, get its id with findFile", required: true },
  },
  response: { status: 200, type: "bytes", mediaType: "application/octet-stream" },
  accept: "application/octet-stream, application/json",
} as const satisfies Operation;

export const listActivity = {
  id: "listActivity",
  method: "GET",
  path: "/v1/activity",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  queryParameters: { limit: { type: "integer", minimum: 1, maximum: 9007199254740991 }, offset: { type: "integer", minimum: 0, maximum: 9007199254740991 } },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
  pagination: { style: "offset", offset: "offset", limit: "limit" },
} as const satisfies Operation;

export const getHeartbeat = {
  id: "getHeartbeat",
  method: "GET",
  path: "/heartbeat",
  retry: "safe",
  security: { scheme: "none", scopes: [] },
  response: { status: 200, type: "text", mediaType: "text/plain" },
  accept: "text/plain",
} as const satisfies Operation;

export const getHealth = {
  id: "getHealth",
  method: "GET",
  path: "/health",
  retry: "safe",
  security: { scheme: "none", scopes: [] },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
} as const satisfies Operation;

export const getMetrics = {
  id: "getMetrics",
  method: "GET",
  path: "/metrics",
  retry: "safe",
  security: { scheme: "none", scopes: [] },
  response: { status: 200, type: "text", mediaType: "text/plain" },
  accept: "text/plain",
} as const satisfies Operation;

/** A row for each operation of the contract. */
export const operations = {
  listVaults,
  getVault,
  listItems,
  createItem,
  getItem,
  replaceItem,
  patchItem,
  deleteItem,
  listFiles,
  getFile,
  getFileContent,
  listActivity,
  getHeartbeat,
  getHealth,
  getMetrics,
} as const satisfies OperationTable;
