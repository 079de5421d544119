import type { Operation } from "../../../src/client.ts";
import type { ClientEvent, ClientOptions } from "../../../src/index.ts";
import { fakeClock } from "../../fake-clock.ts";
import { callOf, caught } from "../../support.ts";

/** How each request is answered. */
export type Answer = () => Response | Promise<Response>;

/** What comes of a call whose requests are all answered alike. */
export async function failing(operation: Operation, answer: Answer, options: Partial<ClientOptions> = {}) {
  const clock = fakeClock();
  const waits: number[] = [];
  let requests = 0;
  const fetch = async (): Promise<Response> => {
    requests += 1;
    return answer();
  };
  const onEvent = (event: ClientEvent): void => void (event.type === "retry" && waits.push(event.delayMs));
  const call = callOf(operation, { fetch, clock, onEvent, ...options });
  const error = (await clock.finish(caught(call(operation.pathParameters === undefined ? { body: {} } : { thingId: "a" })))) as Record<string, unknown>;
  return { error, requests, waits, timers: clock.timers };
}

export const status =
  (code: number, headers: { readonly [name: string]: string } = {}): Answer =>
  () =>
    new Response(code === 304 ? null : "{}", { status: code, headers: { "content-type": "application/json", ...headers } });

export const broken =
  (code: string): Answer =>
  () =>
    Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("broken"), { code }) }));

export const body =
  (text: string, headers: { readonly [name: string]: string } = {}): Answer =>
  () =>
    new Response(text, { headers: { "content-type": "application/json", ...headers } });

export const never: Answer = () => new Promise(() => {});
