import type { components, operations } from "@keywright/management/schema";
import { toBase64Url, utf8 } from "../../core/bytes/bytes.ts";
import type { Context, Handlers } from "../../core/service/service.ts";
import type { ManagementActor } from "../state/actor.ts";
import { recordAction } from "../state/audit-record.ts";
import { findApp, hasAccess } from "../access/authenticate.ts";
import type { ClientApp, ManagementToken } from "../state/records.ts";
import { tokenFailure } from "../problems/error-responses.ts";
import { grantScopes, OFFLINE_ACCESS, withoutOffline } from "../state/scopes.ts";
import type { ManagementStore } from "../state/store.ts";

type Schemas = components["schemas"];
type TokenContext = Context<ManagementStore, ManagementActor>;
type TokenReply = ReturnType<typeof tokenFailure<400>> | ReturnType<typeof tokenFailure<401>> | ReturnType<typeof success>;

/** Issues access tokens by the three grants. */
export const tokenHandlers: Handlers<Pick<operations, "issueToken">, ManagementStore, ManagementActor> = {
  async issueToken({ body }, context) {
    // First, so that no other request changes the state between reading and writing it.
    const challenge = "code_verifier" in body && typeof body.code_verifier === "string" ? await challengeOf(body.code_verifier) : undefined;
    const app = appOf(body, context);
    if ("status" in app) return app;
    switch (body.grant_type) {
      case "client_credentials":
        return forProgram(body, app, context);
      case "authorization_code":
        return forCode(body, app, challenge, context);
      case "refresh_token":
        return forRefreshToken(body, app, context);
    }
  },
};

/** Returns the program of a request, by Basic credentials or by those in the form. */
function appOf(
  { client_id: clientId, client_secret: clientSecret }: Schemas["TokenRequest"],
  { actor, store }: TokenContext,
): ClientApp | (TokenReply & object) {
  if (actor.app !== undefined) {
    // RFC 6749 §2.3: only one method in a request. The id alone is not a credential.
    return clientSecret !== undefined || (clientId !== undefined && clientId !== actor.app.clientId) ? tokenFailure(400, "invalid_request") : actor.app;
  }
  // RFC 6749 §5.2: without credentials, the response has a challenge.
  if (clientId === undefined || clientSecret === undefined)
    return tokenFailure(401, "invalid_client", { "www-authenticate": 'Basic realm="token", charset="UTF-8"' });
  return findApp(store, { clientId, clientSecret }) ?? tokenFailure(400, "invalid_client");
}

function forProgram({ scope }: Schemas["ClientCredentialsGrant"], app: ClientApp, context: TokenContext): TokenReply {
  const scopes = grantScopes(scope, withoutOffline(app.scopes));
  if (scopes === undefined || scopes.length === 0) return tokenFailure(400, "invalid_scope");
  return success(issue(app, { clientId: app.clientId, scopes }, context), undefined, context);
}

function forCode(body: Schemas["AuthorizationCodeGrant"], app: ClientApp, challenge: string | undefined, context: TokenContext): TokenReply {
  const { store, now } = context;
  const code = store.codes.get(body.code);
  if (code === undefined || code.clientId !== app.clientId) return tokenFailure(400, "invalid_grant");
  if (code.used === true) {
    // RFC 6749 §4.1.2: a second use can mean that the code was stolen.
    revokeGrant(store, code.grantId);
    return tokenFailure(400, "invalid_grant");
  }
  const { redirectUri, expiresAt, codeChallenge, userId, grantId } = code;
  const fits = body.redirect_uri === redirectUri && new Date(expiresAt).getTime() > now().getTime() && codeChallenge === challenge && hasAccess(code, store);
  if (!fits) return tokenFailure(400, "invalid_grant");
  const scopes = grantScopes(body.scope, code.scopes);
  if (scopes === undefined) return tokenFailure(400, "invalid_scope");
  store.codes.replace({ ...code, used: true });
  const granted = { clientId: app.clientId, userId, grantId, scopes };
  return success(issue(app, granted, context), scopes.includes(OFFLINE_ACCESS) ? refreshable(granted, context) : undefined, context);
}

/** RFC 7636 §4.6, method S256. RFC 9700 §2.1.1: a verifier without a challenge is invalid. */
async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(verifier))));
}

/** Returns no new refresh token: the one in use stays valid. */
function forRefreshToken(body: Schemas["RefreshTokenGrant"], app: ClientApp, context: TokenContext): TokenReply {
  const { store } = context;
  const refreshToken = store.refreshTokens.get(body.refresh_token);
  if (refreshToken === undefined || refreshToken.clientId !== app.clientId || !hasAccess(refreshToken, store)) return tokenFailure(400, "invalid_grant");
  const scopes = grantScopes(body.scope, refreshToken.scopes);
  if (scopes === undefined) return tokenFailure(400, "invalid_scope");
  const { clientId, userId, grantId } = refreshToken;
  return success(issue(app, { clientId, userId, grantId, scopes }, context), undefined, context);
}

function issue(app: ClientApp, granted: Omit<ManagementToken, "value" | "issuedAt" | "expiresAt">, context: TokenContext): ManagementToken {
  const { store, random, now } = context;
  const issuedAt = now();
  const expiresAt = new Date(issuedAt.getTime() + store.organization.tokenSeconds * 1000).toISOString();
  const token = store.tokens.insert({ value: `management-token-${random.id()}`, ...granted, issuedAt: issuedAt.toISOString(), expiresAt });
  const actor = { id: granted.userId ?? app.clientId, scopes: granted.scopes, app, token };
  recordAction({ ...context, actor }, "api_token_issued", [{ id: app.clientId, type: "ApiClient", displayName: app.name }], {
    scope: granted.scopes.join(" "),
  });
  return token;
}

function refreshable(
  granted: { readonly clientId: string; readonly userId: string; readonly grantId: string; readonly scopes: readonly string[] },
  { store, random }: TokenContext,
): string {
  return store.refreshTokens.insert({ value: `management-refresh-${random.id()}`, ...granted }).value;
}

function revokeGrant(store: ManagementStore, grantId: string): void {
  for (const token of store.tokens.list((candidate) => candidate.grantId === grantId)) store.tokens.delete(token.value);
  for (const token of store.refreshTokens.list((candidate) => candidate.grantId === grantId)) store.refreshTokens.delete(token.value);
}

function success({ value, scopes }: ManagementToken, refreshToken: string | undefined, { store }: TokenContext) {
  return {
    status: 200,
    // RFC 6749, section 5.1.
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: {
      access_token: value,
      token_type: "Bearer",
      expires_in: store.organization.tokenSeconds,
      scope: scopes.join(" "),
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    },
  } as const;
}
