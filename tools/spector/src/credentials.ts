import type { MockApi } from "./scenarios.ts";

/** The options of a client with the credential that the request of a scenario carries. Without one, a token that no server knows. */
export function credentialsOf({ request }: MockApi): { readonly token: string } {
  const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  const bearer = headers.find(([name]) => name === "authorization")?.[1];
  return { token: bearer?.replace(/^Bearer /, "") ?? "unknown" };
}
