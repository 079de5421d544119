import type { EmulatorRequest } from "../../core/http/http.ts";
import type { Served } from "../../core/http/node-server.ts";

/** Lets web pages of some origins call a service (the CORS protocol of the Fetch standard). */
export function withCors(served: Served, origins: readonly string[]): Served {
  const allowedFor = (request: EmulatorRequest): string | undefined => {
    const origin = request.header("origin");
    if (origin === undefined || origins.includes("*")) return origin && "*";
    return origins.includes(origin) ? origin : undefined;
  };
  return {
    clock: served.clock,
    async handle(request) {
      const origin = allowedFor(request);
      if (origin === undefined) return served.handle(request);
      const headers = { "access-control-allow-origin": origin, vary: "Origin" };
      const method = request.header("access-control-request-method");
      if (request.method === "OPTIONS" && method !== undefined) {
        // The names must be listed: a `*` does not include `Authorization`.
        const asked = { "access-control-allow-methods": method, "access-control-allow-headers": request.header("access-control-request-headers") ?? "" };
        return { status: 204, headers: { ...headers, ...asked, "access-control-max-age": "600" }, body: undefined };
      }
      const response = await served.handle(request);
      return { ...response, headers: { ...response.headers, ...headers, "access-control-expose-headers": "*" } };
    },
  };
}
