import {
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  nopkce,
  validateAuthResponse,
} from "oauth4webapi";
import type { TokenProvider } from "../client-options.ts";
import { checkGiven } from "../check-options.ts";
import { ConfigurationError, TokenError } from "../errors.ts";
import { loadFrom, renewing, saveTo } from "./renewing.ts";
import { checkAddress, createTokenEndpoint, errorCode, scopeParameter } from "./token-endpoint.ts";
import type { TokenEndpointOptions } from "./token-endpoint-options.ts";
import { memoryTokenStore, type TokenStore } from "./token-store.ts";

/** What the authorization code grant needs. */
export interface AuthorizationCodeOptions extends TokenEndpointOptions {
  /** The address where the user consents, such as `https://management.example.com/connect/authorize`. */
  readonly authorizationUrl: string;
  /** Where the service sends the user back to: one that is registered for the application, to the letter. */
  readonly redirectUri: string;
  /** The scopes to ask for. With `offline_access` the service gives a refresh token, without which the user is asked again when the token ends. Absent means all that the application has. */
  readonly scope?: string | readonly string[];
  /** Whether the code is bound to this program by PKCE (RFC 7636). Set it to `false` for a service that refuses the parameters. @default true */
  readonly pkce?: boolean;
  /** Keeps the refresh token of one user: make a flow for each where there are several. @default in memory, for each user apart: lost when the program ends */
  readonly store?: TokenStore;
}

/** What begins a consent. Keep `state` and `codeVerifier` with the user's session until the user is back; they are secrets. */
export interface AuthorizationRequest {
  /** Where to send the user. */
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string | undefined;
}

/** The two steps of the authorization code grant. */
export interface AuthorizationCodeFlow {
  /** Makes the address that asks a user for consent. Nothing is sent. */
  begin(): Promise<AuthorizationRequest>;
  /**
   * Exchanges the code that came back for tokens.
   *
   * @param callbackUrl The whole address that the user came back to.
   * @param request What `begin` gave for this user.
   * @returns What a client takes as its `token`; renewed by the refresh token where there is one.
   * @throws TokenError where the user refused, the state is not the user's, or the service refuses the code.
   */
  finish(callbackUrl: string, request: Pick<AuthorizationRequest, "state" | "codeVerifier">): Promise<TokenProvider>;
}

/**
 * Tokens for a program that acts for a user (RFC 6749 §4.1).
 *
 * @throws ConfigurationError where the options cannot work.
 */
export function authorizationCode(options: AuthorizationCodeOptions): AuthorizationCodeFlow {
  const endpoint = createTokenEndpoint(options);
  const authorizationUrl = checkAddress("authorizationUrl", options);
  if (!URL.canParse(options.redirectUri)) throw new ConfigurationError("redirectUri must be the whole address that is registered");
  const { server, client, authentication } = endpoint;
  return {
    async begin() {
      const state = generateRandomState();
      const codeVerifier = options.pkce === false ? undefined : generateRandomCodeVerifier();
      const url = new URL(authorizationUrl);
      const parameters = { response_type: "code", client_id: options.clientId, redirect_uri: options.redirectUri, ...scopeParameter(options.scope), state };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      if (codeVerifier !== undefined) {
        url.searchParams.set("code_challenge", await calculatePKCECodeChallenge(codeVerifier));
        url.searchParams.set("code_challenge_method", "S256");
      }
      return { url: url.href, state, codeVerifier };
    },
    async finish(callbackUrl, request) {
      checkGiven(request, "finish takes what begin gave");
      const { state, codeVerifier } = request;
      const parameters = readCallback(() => {
        const callback = new URL(callbackUrl).searchParams;
        // RFC 9207: nothing here says what the service's issuer is, so that it cannot be compared.
        callback.delete("iss");
        // Without a state of its own a session would take anybody's callback that has none either.
        const valid = validateAuthResponse(server, client, callback, state ?? "");
        const [code, other] = valid.getAll("code");
        if (!code || other !== undefined) throw new TypeError("not one code");
        return valid;
      });
      // One flow serves many users: what is kept in memory must not be another's.
      const store = options.store ?? memoryTokenStore(undefined);
      // The code is used up by what follows: a store that is not to be had must not cost the consent.
      await loadFrom(endpoint, store, []);
      const issued = await endpoint.request((sending) =>
        authorizationCodeGrantRequest(server, client, authentication, parameters, options.redirectUri, codeVerifier ?? nopkce, sending),
      );
      if (issued.refreshToken !== undefined) await saveTo(endpoint, store, issued.refreshToken);
      return renewing(endpoint, store, issued.refreshToken, issued);
    },
  };
}

function readCallback(read: () => URLSearchParams): URLSearchParams {
  try {
    return read();
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const oauthError = errorCode(error.error);
      throw new TokenError(`the consent ended with ${oauthError ?? "an error"}, without a code`, { oauthError });
    }
    // The library's errors hold the parameters, and so the code.
    throw new TokenError("expected the whole address that the user came back to, with a code and the user's state: begin again");
  }
}
