import { ENDLESS, type MakeClient, PAGE, SMALL } from "./clients.ts";

/** The platform's `fetch`, as little around it as can be. */
export const bareFetch: MakeClient = (baseUrl) => ({
  small: async () => (await fetch(`${baseUrl}${SMALL}`)).json(),
  page: async () =>
    (await fetch(`${baseUrl}/${ENDLESS}${PAGE}`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"limit":1000}' })).json(),
});
