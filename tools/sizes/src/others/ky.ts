import ky, { HTTPError } from "ky";

/** The calls of a vault server that a program needs, on ky. */
export function createVault(baseUrl: string, token: string | (() => Promise<string>)) {
  const client = ky.create({
    prefixUrl: baseUrl,
    timeout: 15_000,
    redirect: "manual",
    retry: { limit: 2, methods: ["get"], statusCodes: [408, 429, 500, 502, 503, 504], jitter: true },
    hooks: {
      beforeRequest: [
        async (request) => {
          request.headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
        },
      ],
    },
  });
  return {
    listVaults: () => client.get("v1/vaults").json(),
    getItem: (vaultUUID: string, itemUUID: string) => client.get(`v1/vaults/${encodeURIComponent(vaultUUID)}/items/${encodeURIComponent(itemUUID)}`).json(),
    async *listActivity(limit = 50) {
      for (let offset = 0; ;) {
        const page = await client.get("v1/activity", { searchParams: { limit, offset } }).json<unknown[]>();
        if (page.length === 0) return;
        yield* page;
        offset += page.length;
      }
    },
    isStatus: (error: unknown, status: number) => error instanceof HTTPError && error.response.status === status,
  };
}
