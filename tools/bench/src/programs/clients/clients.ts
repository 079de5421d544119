/** What is asked for, by any client: 2 KB of JSON with a GET, a page of 1,000 events with a POST. Both give the parsed value. */
export interface MeasuredClient {
  small(): Promise<unknown>;
  page(): Promise<unknown>;
}

/** Makes a client that reads from a base address. */
export type MakeClient = (baseUrl: string) => MeasuredClient;

/** Each in a file of its own, so that a process loads only what it measures. */
export const clients = {
  fetch: (baseUrl: string) => import("./bare-fetch.ts").then(({ bareFetch }) => bareFetch(baseUrl)),
  "fetch with a timer and a signal": (baseUrl: string) => import("./bare-fetch.ts").then(({ fetchWithDeadline }) => fetchWithDeadline(baseUrl)),
  "undici.request": (baseUrl: string) => import("./undici-request.ts").then(({ undiciRequest }) => undiciRequest(baseUrl)),
  "openapi-fetch": (baseUrl: string) => import("./openapi-fetch.ts").then(({ plainOpenapiFetch }) => plainOpenapiFetch(baseUrl)),
  "openapi-fetch with three middlewares": (baseUrl: string) => import("./openapi-fetch.ts").then(({ fullOpenapiFetch }) => fullOpenapiFetch(baseUrl)),
  ky: (baseUrl: string) => import("./ky.ts").then(({ kyClient }) => kyClient(baseUrl)),
  axios: (baseUrl: string) => import("./axios.ts").then(({ axiosClient }) => axiosClient(baseUrl)),
  "keywright without deadlines": (baseUrl: string) => import("./keywright.ts").then(({ withoutDeadlines }) => withoutDeadlines(baseUrl)),
  keywright: (baseUrl: string) => import("./keywright.ts").then(({ withDefaults }) => withDefaults(baseUrl)),
  "keywright on the Node transport": (baseUrl: string) => import("./keywright.ts").then(({ onNodeTransport }) => onNodeTransport(baseUrl)),
} satisfies { readonly [name: string]: (baseUrl: string) => Promise<MeasuredClient> };

/** The name of a client. */
export type ClientName = keyof typeof clients;

/** A segment of the base address under which every page is full and never the last. */
export const ENDLESS = "1000000000-1000-0";

/** The path of the small answer. */
export const SMALL = "/api/v2/auth/introspect";

/** The path of the page. */
export const PAGE = "/api/v2/auditevents";
