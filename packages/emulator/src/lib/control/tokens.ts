import { createHash } from "node:crypto";
import type { EmulatedTokens, Services } from "../core/emulated.ts";
import { maskToken } from "../core/contract/secrets.ts";
import type { BearerToken } from "../core/service/tokens.ts";
import { type ControlRoutes, errorResponse, withBody } from "./route.ts";

/** The routes of tokens. Only the response to a new token contains its value. */
export function tokenRoutes(services: Services): ControlRoutes {
  const owners = new Map([...services].flatMap(([service, { tokens }]) => (tokens === undefined ? [] : [[service, tokens] as const])));
  const all = () => [...owners].flatMap(([service, tokens]) => tokens.list().map((token) => ({ service, tokens, token })));
  // `issue` checks the rest.
  const schema = { type: "object", required: ["service"], properties: { service: { type: "string", enum: [...owners.keys()] } } };
  return {
    "GET /tokens": () => ({ status: 200, body: all().map(({ service, token }) => view(service, token)) }),
    "POST /tokens": withBody<{ readonly service: string }>(schema, ({ service, ...options }) => {
      const tokens = owners.get(service) as EmulatedTokens;
      const value = tokens.issue(options);
      const issued = tokens.list().find((token) => token.value === value) as BearerToken;
      return { status: 201, body: { ...view(service, issued), token: value } };
    }),
    "DELETE /tokens/{id}": ({ path }) => {
      const found = all().find(({ token }) => idOf(token) === path["id"]);
      found?.tokens.revoke(found.token.value);
      return found === undefined ? errorResponse(404, `There is no token with the id ${path["id"]}`) : { status: 204 };
    },
  };
}

function view(service: string, token: BearerToken): object {
  const { value, ...facts } = token;
  return { id: idOf(token), service, token: maskToken(value), ...facts };
}

/** Returns an id of a token that does not contain it. */
function idOf({ value }: BearerToken): string {
  return createHash("sha256").update(value).digest("hex").slice(0, 12);
}
