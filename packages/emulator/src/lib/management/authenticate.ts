import { findBearerToken, type Unauthenticated } from "../core/tokens.ts";
import type { ManagementActor } from "./actor.ts";
import { basicCredentials, type Credentials } from "./basic-credentials.ts";
import type { ClientApp, ManagementToken } from "./records.ts";
import type { ManagementStore } from "./store.ts";

/** Who asks where no credentials are asked for, or where the form has them. */
export const ANONYMOUS: ManagementActor = { id: "anonymous", scopes: [] };

/** Gives a request's header by its name in lower case. */
type Header = (name: string) => string | undefined;

/** Recognises a program by its Basic credentials. Without any, the form may have them: that is the handler's to judge. */
export function authenticateApp(header: Header, store: ManagementStore): ManagementActor | Unauthenticated {
  const authorization = header("authorization");
  const credentials = authorization === undefined ? "missing" : basicCredentials(authorization);
  if (credentials === "missing") return ANONYMOUS;
  const app = credentials === "invalid" ? undefined : findApp(store, credentials);
  return app === undefined ? "invalid" : { id: app.clientId, scopes: [], app };
}

/** The program whose credentials these are. */
export function findApp(store: ManagementStore, { clientId, clientSecret }: Credentials): ClientApp | undefined {
  const app = store.apps.get(clientId);
  return app?.clientSecret === clientSecret ? app : undefined;
}

/** Recognises an access token, and gives it even where it has expired, so that the refusal can say when. */
export function authenticateToken(header: Header, store: ManagementStore, now: Date): ManagementActor | Unauthenticated {
  const token = findBearerToken(header("authorization"), store.tokens, now);
  if (typeof token === "string") return token;
  return hasAccess(token, store) ? { id: token.userId ?? token.clientId, scopes: token.scopes, token, ...appOf(token, store) } : "invalid";
}

/** Not shown in the material; chosen: who was deleted or suspended has no access by earlier tokens either. */
export function hasAccess({ userId }: Pick<ManagementToken, "userId">, store: ManagementStore): boolean {
  if (userId === undefined) return true;
  const user = store.users.get(userId);
  return user !== undefined && user.deleted !== true && user.user.active !== false;
}

function appOf({ clientId }: ManagementToken, store: ManagementStore): { readonly app?: ClientApp } {
  const app = store.apps.get(clientId);
  return app === undefined ? {} : { app };
}
