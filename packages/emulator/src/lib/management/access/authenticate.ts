import { fromBase64, fromUtf8, toBase64, utf8 } from "../../core/bytes/bytes.ts";
import { findBearerToken, type Unauthenticated } from "../../core/service/tokens.ts";
import type { ManagementActor } from "../state/actor.ts";
import type { ClientApp, ManagementToken } from "../state/records.ts";
import type { ManagementStore } from "../state/store.ts";

/** The caller of an operation without credentials, or with credentials in the form. */
export const ANONYMOUS: ManagementActor = { id: "anonymous", scopes: [] };

type Header = (name: string) => string | undefined;

/** Returns the program; anonymous without credentials, because the form can contain them. */
export function authenticateApp(header: Header, store: ManagementStore): ManagementActor | Unauthenticated {
  const authorization = header("authorization");
  const credentials = authorization === undefined ? "missing" : basicCredentials(authorization);
  if (credentials === "missing") return ANONYMOUS;
  const app = credentials === "invalid" ? undefined : findApp(store, credentials);
  return app === undefined ? "invalid" : { id: app.clientId, scopes: [], app };
}

/** Returns the program with these credentials. */
export function findApp(store: ManagementStore, { clientId, clientSecret }: Credentials): ClientApp | undefined {
  const app = store.apps.get(clientId);
  return app?.clientSecret === clientSecret ? app : undefined;
}

/** Returns the caller of an access token, or why it is invalid. */
export function authenticateToken(header: Header, store: ManagementStore, now: Date): ManagementActor | Unauthenticated {
  const token = findBearerToken(header("authorization"), store.tokens, now);
  if (typeof token === "string") return token;
  return hasAccess(token, store) ? { id: token.userId ?? token.clientId, scopes: token.scopes, token, ...appOf(token, store) } : "invalid";
}

/** Returns whether a token's user has access. Tokens of deleted and suspended users are invalid. */
export function hasAccess({ userId }: Pick<ManagementToken, "userId">, store: ManagementStore): boolean {
  if (userId === undefined) return true;
  const user = store.users.get(userId);
  return user !== undefined && user.deleted !== true && user.user.active !== false;
}

function appOf({ clientId }: ManagementToken, store: ManagementStore): { readonly app?: ClientApp } {
  const app = store.apps.get(clientId);
  return app === undefined ? {} : { app };
}

/** The client id and secret of a request. */
interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads Basic credentials (RFC 7617) as UTF-8, without the form encoding of RFC 6749 §2.3.1.
 *
 * @param header The value of `Authorization`.
 * @returns `"missing"` if the header has another scheme, `"invalid"` if it is malformed.
 */
function basicCredentials(header: string): Credentials | "missing" | "invalid" {
  // RFC 9110 §11.1: the scheme is case-insensitive.
  const [, scheme = "", encoded = ""] = /^([^ ]*) *(.*)$/.exec(header) ?? [];
  if (scheme.toLowerCase() !== "basic") return "missing";
  const text = fromUtf8(fromBase64(encoded));
  const colon = text.indexOf(":");
  // Encoding it again returns another text if it is not Base64 or not UTF-8.
  if (toBase64(utf8(text)) !== encoded || colon < 1) return "invalid";
  // RFC 7617 §2: no control characters.
  if (/\p{Cc}/u.test(text)) return "invalid";
  return { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) };
}
