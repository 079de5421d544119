import {
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  nopkce,
  validateAuthResponse,
} from "oauth4webapi";
import { parseUrl } from "../call/request/address.ts";
import { checkOptions, type Rules } from "../options/check-options.ts";
import { TokenError } from "../errors.ts";
import { FLAG } from "../options/option-rules.ts";
import type { TokenProvider } from "../options.ts";
import { refreshingProvider } from "./refreshing-provider.ts";
import type { TokenEndpointOptions } from "./token-types.ts";
import { checkAddress, createTokenEndpoint, errorCode, SCOPE_RULES, scopeParameter } from "./token-endpoint.ts";
import type { TokenStore } from "./token-types.ts";
import { loadFrom, memoryTokenStore, saveTo, STORE_RULES, withLock } from "./token-store.ts";

/** The options of {@link authorizationCode}. */
export interface AuthorizationCodeOptions extends TokenEndpointOptions {
  /** The address of the consent, such as `https://management.example.com/connect/authorize`. */
  readonly authorizationUrl: string;
  /** Where the service sends the user back to: exactly one of the registered addresses. */
  readonly redirectUri: string;
  /**
   * The scopes. `offline_access` brings a refresh token, without which the user must consent again.
   * @default all scopes of the application
   */
  readonly scope?: string | readonly string[];
  /** Whether to use PKCE (RFC 7636); `false` for a service that rejects it. @default true */
  readonly pkce?: boolean;
  /**
   * Keeps the refresh token of one user; create a flow for each.
   * @default in memory, until the program ends
   */
  readonly store?: TokenStore;
}

/** The start of a consent. Keep the secrets `state` and `codeVerifier` in the user's session. */
export interface AuthorizationRequest {
  /** The address to send the user to. */
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string | undefined;
}

/** The two steps of the authorization code grant. */
export interface AuthorizationCodeFlow {
  /** Returns the address where the user consents. Sends nothing. */
  begin(): Promise<AuthorizationRequest>;
  /**
   * Exchanges the code in the callback for tokens.
   *
   * @param callbackUrl The complete address that the user was sent back to.
   * @param request The value that `begin` returned for this user.
   * @returns A value for the option `token` of a client. It renews the token if there is a refresh
   * token.
   * @throws TokenError if the user did not consent, the state is not the user's, or the service
   * rejects the code.
   */
  finish(callbackUrl: string, request: Pick<AuthorizationRequest, "state" | "codeVerifier">): Promise<TokenProvider>;
}

const RULES: Rules = {
  ...SCOPE_RULES,
  store: STORE_RULES["store"],
  authorizationUrl: undefined,
  pkce: FLAG,
  redirectUri: [(value) => typeof value === "string" && parseUrl(value) !== undefined, "the complete address that is registered", { isNeeded: true }],
};

const REQUEST_RULES: Rules = { url: undefined, state: undefined, codeVerifier: undefined };

/**
 * Returns the authorization code grant, for a program that acts for a user (RFC 6749 §4.1).
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function authorizationCode(options: AuthorizationCodeOptions): AuthorizationCodeFlow {
  const endpoint = createTokenEndpoint("authorizationCode", options, RULES);
  const authorizationUrl = checkAddress("authorizationUrl", options.authorizationUrl, options);
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
      checkOptions("finish", request, REQUEST_RULES, { such: ", what begin returned" });
      const { state, codeVerifier } = request;
      const parameters = readCallback(() => {
        const callback = new URL(callbackUrl).searchParams;
        // RFC 9207: the service's issuer is not known here, so it cannot be compared.
        callback.delete("iss");
        // Without a state, a session would accept any callback without one.
        const valid = validateAuthResponse(server, client, callback, state ?? "");
        const [code, other] = valid.getAll("code");
        if (!code || other !== undefined) throw new TypeError("not one code");
        return valid;
      });
      // One flow serves many users, so each needs a store in memory.
      const store = options.store ?? memoryTokenStore();
      const issued = await withLock(endpoint, store, async () => {
        // The exchange uses up the code, so check first that the store works.
        await loadFrom(endpoint, store, []);
        const token = await endpoint.request((sending) =>
          authorizationCodeGrantRequest(server, client, authentication, parameters, options.redirectUri, codeVerifier ?? nopkce, sending),
        );
        if (token.refreshToken !== undefined) await saveTo(endpoint, store, token.refreshToken);
        return token;
      });
      return refreshingProvider(endpoint, store, issued.refreshToken, issued);
    },
  };
}

function readCallback(read: () => URLSearchParams): URLSearchParams {
  try {
    return read();
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const oauthError = errorCode(error.error);
      throw new TokenError("no-token", `the consent ended with ${oauthError ?? "an error"}, without a code`, { oauthError });
    }
    // The library's errors contain the parameters with the code.
    throw new TokenError("no-token", "expected the complete address that the user was sent back to, with a code and the user's state", {
      advice: "begin again",
    });
  }
}
