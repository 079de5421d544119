import { request } from "undici";
import { ENDLESS, type MakeClient, PAGE, SMALL } from "./clients.ts";

/** What carries Node's own `fetch`, by its cheapest public function. */
export const undiciRequest: MakeClient = (baseUrl) => ({
  small: async () => (await request(`${baseUrl}${SMALL}`)).body.json(),
  page: async () =>
    (await request(`${baseUrl}/${ENDLESS}${PAGE}`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"limit":1000}' })).body.json(),
});
