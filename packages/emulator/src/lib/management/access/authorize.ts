import type { ExtraRoute } from "../../core/service/service.ts";
import type { AnyReply } from "../../core/http/http.ts";
import type { ManagementActor } from "../state/actor.ts";
import { hasAccess } from "./authenticate.ts";
import { problem } from "../problems/problem.ts";
import type { AuthorizationCode, ClientApp } from "../state/records.ts";
import { grantScopes, withoutOffline } from "../state/scopes.ts";
import type { ManagementStore } from "../state/store.ts";

// RFC 6749 §4.1.2: at most ten minutes.
const CODE_SECONDS = 600;

/** The consent page, which redirects with a code at once. Errors: RFC 6749 §4.1.2.1. */
export const authorize: ExtraRoute<ManagementStore, ManagementActor> = {
  id: "authorize",
  method: "GET",
  path: "/connect/authorize",
  handle({ query }, { store, random, now }) {
    const app = store.apps.get(query.get("client_id") ?? "");
    const redirectUri = query.get("redirect_uri") ?? "";
    // Never redirects to an address that the program has not registered.
    if (app === undefined) return problem(random, 400, "The program does not exist.", { client_id: ["is not known"] });
    if (!app.redirectUris.includes(redirectUri))
      return problem(random, 400, "The redirect address is not registered for the program.", { redirect_uri: ["is not registered for the program"] });
    const asked = readRequest(query, app, store);
    if (typeof asked === "string") return sendBack(redirectUri, query, { error: asked });
    const code = `management-code-${random.id()}`;
    const expiresAt = new Date(now().getTime() + CODE_SECONDS * 1000).toISOString();
    const userId = store.organization.consentingUserId;
    store.codes.insert({ code, clientId: app.clientId, userId, grantId: random.uuid(), redirectUri, expiresAt, ...asked });
    return sendBack(redirectUri, query, { code });
  },
};

/** Returns the requested scopes, or the error code for the redirect. */
function readRequest(query: URLSearchParams, app: ClientApp, store: ManagementStore): Pick<AuthorizationCode, "scopes" | "codeChallenge"> | string {
  // RFC 6749 §3.1: a parameter must not be repeated.
  if ([...query.keys()].some((name) => query.getAll(name).length > 1)) return "invalid_request";
  const responseType = query.get("response_type");
  if (responseType !== "code") return responseType === null ? "invalid_request" : "unsupported_response_type";
  const scope = query.get("scope") ?? undefined;
  const scopes = grantScopes(scope, app.scopes);
  if (scopes === undefined) return "invalid_scope";
  const codeChallenge = query.get("code_challenge");
  // RFC 7636 §4.4.1: only S256 protects the code.
  if (codeChallenge === null ? query.has("code_challenge_method") : query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(codeChallenge))
    return "invalid_request";
  if (!hasAccess({ userId: store.organization.consentingUserId }, store)) return "access_denied";
  return { scopes: scope === undefined ? withoutOffline(scopes) : scopes, ...(codeChallenge === null ? {} : { codeChallenge }) };
}

function sendBack(redirectUri: string, query: URLSearchParams, parameters: { readonly [name: string]: string }): AnyReply {
  const location = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) location.searchParams.append(name, value);
  const state = query.get("state");
  if (state !== null) location.searchParams.append("state", state);
  return { status: 302, headers: { location: location.href, "cache-control": "no-store" } };
}
