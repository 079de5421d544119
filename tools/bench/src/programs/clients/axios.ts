import { Agent } from "node:http";
import { create } from "axios";
import { ENDLESS, type MakeClient, PAGE, SMALL } from "./clients.ts";

/** With connections that are used again, as all others do. */
export const axiosClient: MakeClient = (baseUrl) => {
  const client = create({ httpAgent: new Agent({ keepAlive: true }) });
  return {
    small: async () => (await client.get<unknown>(`${baseUrl}${SMALL}`)).data,
    page: async () => (await client.post<unknown>(`${baseUrl}/${ENDLESS}${PAGE}`, { limit: 1000 })).data,
  };
};
