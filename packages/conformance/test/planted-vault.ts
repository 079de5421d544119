import type { Planted, Request } from "./planted.ts";

const ITEMS = /^\/v1\/vaults\/\w{26}\/items$/;
const ITEM = /^\/v1\/vaults\/\w{26}\/items\/\w{26}$/;
const VAULT = /^\/v1\/vaults\/\w{26}$/;
const isRead = ({ method, path }: Request, pattern: RegExp): boolean => method === "GET" && pattern.test(path);
const isCreate = ({ method, path }: Request): boolean => method === "POST" && ITEMS.test(path);
const without = ({ query }: Request, name: string): URLSearchParams => new URLSearchParams([...query].filter(([key]) => key !== name));
const NO_QUERY = new URLSearchParams();

/** Faults of a vault server. */
export const VAULT_FAULTS: readonly Planted[] = [
  {
    service: "vault",
    fault: "another status",
    rule: "listVaults.response",
    break: async ({ path, query }, ask) => (path === "/v1/vaults" && query.size === 0 ? { ...(await ask()), status: 206 } : undefined),
  },
  {
    service: "vault",
    fault: "a media type that is not documented",
    rule: "listVaults.response",
    break: async ({ path }, ask) => (path === "/v1/vaults" ? { ...(await ask()), headers: new Headers({ "content-type": "text/plain" }) } : undefined),
  },
  {
    service: "vault",
    fault: "a missing property",
    rule: "getVault.response",
    async break(request, ask) {
      if (!isRead(request, VAULT)) return undefined;
      const reply = await ask();
      return { ...reply, json: { ...reply.json, name: undefined } };
    },
  },
  {
    service: "vault",
    fault: "a property of another type",
    rule: "listItems.response",
    async break(request, ask) {
      if (!isRead(request, ITEMS)) return undefined;
      const reply = await ask();
      return reply.status === 200 ? { ...reply, json: reply.json.map((item: object) => ({ ...item, version: "one" })) } : reply;
    },
  },
  {
    service: "vault",
    fault: "secrets in a list",
    rule: "listItems.overview",
    async break(request, ask) {
      if (!isRead(request, ITEMS)) return undefined;
      const reply = await ask();
      return reply.status === 200
        ? { ...reply, json: reply.json.map((item: object) => ({ ...item, fields: [{ id: "password", value: "sentinel-secret" }] })) }
        : reply;
    },
  },
  {
    service: "vault",
    fault: "a filter of vaults that is ignored",
    rule: "listVaults.filter",
    break: async (request, ask) => (request.path === "/v1/vaults" ? ask({ query: NO_QUERY }) : undefined),
  },
  {
    service: "vault",
    fault: "a filter by tag that is ignored",
    rule: "listItems.filter",
    break: async (request, ask) => (isRead(request, ITEMS) && request.query.get("filter")?.startsWith("tag") === true ? ask({ query: NO_QUERY }) : undefined),
  },
  {
    service: "vault",
    fault: "a scope that is not checked",
    rule: "getVault.scope",
    async break({ path }, ask, { vault }) {
      const own = vault.store.vaults.list()[0];
      return path === `/v1/vaults/${vault.deniedVaultUUID}` ? ask({ path: `/v1/vaults/${own?.id}` }) : undefined;
    },
  },
  {
    service: "vault",
    fault: "404 in place of 403",
    rule: "getVault.scope",
    async break({ path }, ask, { vault }) {
      if (!path.startsWith(`/v1/vaults/${vault.deniedVaultUUID}`)) return undefined;
      const reply = await ask();
      return { ...reply, status: 404, json: { ...reply.json, status: 404 } };
    },
  },
  {
    service: "vault",
    fault: "a foreign vault in the list",
    rule: "listVaults.scope",
    async break({ path, query }, ask, { vault }) {
      if (path !== "/v1/vaults" || query.size > 0) return undefined;
      const reply = await ask();
      return reply.status === 200 ? { ...reply, json: [...reply.json, { id: vault.deniedVaultUUID, name: "Foreign" }] } : reply;
    },
  },
  {
    service: "vault",
    fault: "a token that is not checked",
    rule: "getItem.token",
    break: async (request, ask, { vault }) => (isRead(request, ITEM) ? ask({ authorization: `Bearer ${vault.token}` }) : undefined),
  },
  {
    service: "vault",
    fault: "an activity with the oldest first",
    rule: "listActivity.newest-first",
    async break({ path }, ask) {
      if (path !== "/v1/activity") return undefined;
      const reply = await ask();
      return Array.isArray(reply.json) ? { ...reply, json: [...reply.json].reverse() } : reply;
    },
  },
  {
    service: "vault",
    fault: "an offset that is ignored",
    rule: "listActivity.page",
    break: async (request, ask) =>
      request.path === "/v1/activity" && request.query.get("offset") === "10" ? ask({ query: without(request, "offset") }) : undefined,
  },
  {
    service: "vault",
    fault: "a denied request that is recorded as a success",
    rule: "listActivity.deny",
    async break({ path }, ask) {
      if (path !== "/v1/activity") return undefined;
      const reply = await ask();
      return Array.isArray(reply.json) ? { ...reply, json: reply.json.map((record: object) => ({ ...record, result: "SUCCESS" })) } : reply;
    },
  },
  {
    service: "vault",
    fault: "a new item that cannot be read",
    rule: "createItem.stored",
    async break(request, ask) {
      const reply = isRead(request, ITEM) ? await ask() : undefined;
      return reply?.json?.title?.startsWith("keywright-conformance") === true ? { status: 404, json: { status: 404, message: "item not found" } } : reply;
    },
  },
  {
    service: "vault",
    fault: "a delete that deletes nothing",
    rule: "deleteItem.files",
    break: async ({ method, authorization }, _ask, { vault }) =>
      method === "DELETE" && authorization === `Bearer ${vault.token}` ? { status: 204 } : undefined,
  },
  {
    service: "vault",
    fault: "a version that does not grow",
    rule: "patchItem.versions",
    async break(request, ask) {
      const reply = isRead(request, ITEM) ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, version: 1 } } : reply;
    },
  },
  {
    service: "vault",
    fault: "a JSON Patch that is rejected under its own media type",
    rule: "patchItem.json-patch",
    break: async ({ contentType }) => (contentType === "application/json-patch+json" ? { status: 400, json: { status: 400, message: "no" } } : undefined),
  },
  {
    service: "vault",
    fault: "a vault version that does not grow",
    rule: "getVault.versions",
    async break(request, ask) {
      const reply = isRead(request, VAULT) ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, contentVersion: 7 } } : reply;
    },
  },
  {
    service: "vault",
    fault: "a patch that applies in part",
    rule: "patchItem.atomic",
    async break({ method, body }, ask) {
      if (method !== "PATCH" || body?.includes("keywright-unknown") !== true) return undefined;
      await ask({ body: JSON.stringify(JSON.parse(body).slice(0, 1)) });
      return ask();
    },
  },
  {
    service: "vault",
    fault: "a category that cannot be created",
    rule: "createItem.category",
    break: async (request, ask) =>
      isCreate(request) ? ask(request.body === undefined ? {} : { body: request.body.replace('"CUSTOM"', '"LOGIN"') }) : undefined,
  },
  {
    service: "vault",
    fault: "a recipe that is ignored",
    rule: "createItem.generate",
    break: async (request, ask) =>
      isCreate(request) ? ask(request.body === undefined ? {} : { body: request.body.replace('"length":24', '"length":12') }) : undefined,
  },
  {
    service: "vault",
    fault: "a replacement that keeps the tags",
    rule: "replaceItem.whole",
    async break({ method }, ask) {
      const reply = method === "PUT" ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, tags: ["kept"] } } : reply;
    },
  },
  {
    service: "vault",
    fault: "a file that is cut off",
    rule: "getFileContent.bytes",
    async break({ path }, ask) {
      const reply = path.endsWith("/content") ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, text: reply.text.slice(0, -1) } : reply;
    },
  },
  {
    service: "vault",
    fault: "content that was not asked for",
    rule: "getFile.content",
    async break({ path }, ask) {
      const reply = /\/files\/\w+$/.test(path) ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, content: "AAAA" } } : reply;
    },
  },
  {
    service: "vault",
    fault: "the limit for the content of one file that does not apply to a list",
    rule: "listFiles.list-limit",
    async break({ path, query }, ask) {
      const reply = path.endsWith("/files") && query.size > 0 ? await ask() : undefined;
      return reply?.status === 413 ? { ...reply, status: 200, json: [] } : reply;
    },
  },
  {
    service: "vault",
    fault: "a limit for files that does not depend on the size",
    rule: "listFiles.list-limit",
    break: async (request, ask) => (request.path.endsWith("/files") && request.query.size > 0 ? ask({ query: NO_QUERY }) : undefined),
  },
  {
    service: "vault",
    fault: "a heartbeat with a line end",
    rule: "getHeartbeat.response",
    break: async ({ path }, ask) => (path === "/heartbeat" ? { ...(await ask()), text: "..\n" } : undefined),
  },
  {
    service: "vault",
    fault: "archived items that are counted",
    rule: "getVault.archived",
    async break(request, ask) {
      const reply = isRead(request, VAULT) ? await ask() : undefined;
      return reply?.status === 200 ? { ...reply, json: { ...reply.json, items: reply.json.items + 1 } } : reply;
    },
  },
  {
    service: "vault",
    fault: "a media type of requests that is not checked",
    rule: "createItem.media-type",
    break: async (request, ask) => (isCreate(request) ? ask({ contentType: "application/json" }) : undefined),
  },
  {
    service: "vault",
    fault: "an unknown path that is found",
    rule: "any path.unknown-path",
    break: async ({ path }, ask) => (path === "/keywright-conformance" ? ask({ path: "/health" }) : undefined),
  },
  {
    service: "vault",
    fault: "an unknown id that is an error of the server",
    rule: "getItem.unknown-id",
    async break(request, ask) {
      const reply = isRead(request, ITEM) ? await ask() : undefined;
      return reply?.status === 404 ? { status: 500, json: { status: 500, message: "failed" } } : reply;
    },
  },
  {
    service: "vault",
    fault: "null in place of an item",
    rule: "getItem.response",
    break: async (request) => (isRead(request, ITEM) ? { json: null } : undefined),
  },
  {
    service: "vault",
    fault: "a parameter that is not checked",
    rule: "listActivity.parameters",
    break: async (request, ask) => (request.path === "/v1/activity" && request.query.get("limit") === "0" ? ask({ query: NO_QUERY }) : undefined),
  },
];
