import type { ServiceName } from "./plan.ts";
import type { Process } from "./process.ts";

/** A request that was sent. */
export interface Sent {
  readonly process: Process;
  readonly service: ServiceName;
  readonly url: URL;
  readonly init: RequestInit;
}

/** A response of a service. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** Returns the credential in a request, without its scheme; an empty text if there is none. */
export function credentialOf({ headers }: RequestInit): string {
  return (new Headers(headers).get("authorization") ?? "").replace(/^\w+ /, "");
}
