import type { paths } from "@keywright/vault/schema";
import createClient, { type Middleware } from "openapi-fetch";

const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

class ServiceError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Sends with a deadline, and reads again where the service is busy. */
async function send(request: Request): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(15_000)]);
    const response = await fetch(request.clone(), { signal, redirect: "manual" }).catch((error: unknown) => {
      if (attempt === 2 || request.method !== "GET" || request.signal.aborted) throw error;
      return undefined;
    });
    if (response !== undefined && (attempt === 2 || request.method !== "GET" || !RETRIED.has(response.status))) return response;
    const seconds = Number(response?.headers.get("retry-after") ?? Number.NaN);
    const wait = Number.isNaN(seconds) ? Math.random() * 500 * 2 ** attempt : seconds * 1000;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The value of an answer, or an error of ours. */
function unwrap<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (!response.ok) throw new ServiceError(response.status, (error as { message?: string } | undefined)?.message ?? response.statusText);
  return data as Data;
}

/** The calls of a vault server that a program needs, on openapi-fetch. */
export function createVault(baseUrl: string, token: string | (() => Promise<string>)) {
  const client = createClient<paths>({ baseUrl, fetch: send });
  const authenticate: Middleware = {
    async onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
      return request;
    },
  };
  client.use(authenticate);
  return {
    listVaults: async () => unwrap(await client.GET("/v1/vaults")),
    getItem: async (vaultUUID: string, itemUUID: string) =>
      unwrap(await client.GET("/v1/vaults/{vaultUUID}/items/{itemUUID}", { params: { path: { vaultUUID, itemUUID } } })),
    async *listActivity(limit = 50) {
      for (let offset = 0; ;) {
        const page = unwrap(await client.GET("/v1/activity", { params: { query: { limit, offset } } }));
        if (page.length === 0) return;
        yield* page;
        offset += page.length;
      }
    },
  };
}
