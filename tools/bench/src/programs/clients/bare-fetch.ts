import { ENDLESS, type MakeClient, PAGE, SMALL } from "./clients.ts";

const POST: RequestInit = { method: "POST", headers: { "content-type": "application/json" }, body: '{"limit":1000}' };

/** The platform's `fetch`, as little around it as can be. */
export const bareFetch: MakeClient = (baseUrl) => ({
  small: async () => (await fetch(`${baseUrl}${SMALL}`)).json(),
  page: async () => (await fetch(`${baseUrl}/${ENDLESS}${PAGE}`, POST)).json(),
});

/** The same with the least that can end it in time: a timer, and a signal of its own. */
export const fetchWithDeadline: MakeClient = (baseUrl) => ({
  small: () => inTime(`${baseUrl}${SMALL}`, {}),
  page: () => inTime(`${baseUrl}/${ENDLESS}${PAGE}`, POST),
});

async function inTime(url: string, init: RequestInit): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 15_000);
  try {
    return await (await fetch(url, { ...init, signal: controller.signal })).json();
  } finally {
    clearTimeout(timer);
  }
}
