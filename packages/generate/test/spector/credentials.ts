import type { Json } from "../../src/lib/contract/index.ts";
import type { OpenApiDocument } from "./documents.ts";
import type { MockApi } from "./scenarios.ts";

/** Returns the client options with the credentials of a scenario's request. If it has no credentials, the token is an unknown one. */
export function credentialsOf({ components }: OpenApiDocument, { request }: MockApi): { readonly token?: string; readonly credentials?: object } {
  const headers = new Map(Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]));
  const keys = Object.entries(((components as Json | undefined)?.["securitySchemes"] ?? {}) as { readonly [name: string]: Json }).flatMap(([name, scheme]) => {
    const value = scheme["type"] === "apiKey" && scheme["in"] === "header" ? headers.get(String(scheme["name"]).toLowerCase()) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const bearer = headers.get("authorization")?.replace(/^Bearer /, "");
  if (keys.length > 0) return { credentials: Object.fromEntries(keys) };
  return { token: bearer ?? "unknown" };
}
