import { create, isAxiosError } from "axios";
import axiosRetry, { exponentialDelay } from "axios-retry";

/** The calls of a vault server that a program needs, on axios. */
export function createVault(baseURL: string, token: string | (() => Promise<string>)) {
  const client = create({ baseURL, timeout: 15_000, maxRedirects: 0 });
  axiosRetry(client, { retries: 2, retryDelay: exponentialDelay });
  client.interceptors.request.use(async (config) => {
    config.headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
    return config;
  });
  return {
    listVaults: async () => (await client.get<unknown[]>("/v1/vaults")).data,
    getItem: async (vaultUUID: string, itemUUID: string) =>
      (await client.get<unknown>(`/v1/vaults/${encodeURIComponent(vaultUUID)}/items/${encodeURIComponent(itemUUID)}`)).data,
    async *listActivity(limit = 50) {
      for (let offset = 0; ;) {
        const { data } = await client.get<unknown[]>("/v1/activity", { params: { limit, offset } });
        if (data.length === 0) return;
        yield* data;
        offset += data.length;
      }
    },
    isStatus: (error: unknown, status: number) => isAxiosError(error) && error.response?.status === status,
  };
}
