import { isObject } from "../call/request/check-input.ts";
import type { TokenStore } from "./token-types.ts";
import type { Rules } from "../options/check-options.ts";
import { describeSecret, isKeywrightError, TokenError } from "../errors.ts";
import { redactCause, secretsIn } from "../secrets.ts";
import { isCredential, EXPECTED_CREDENTIAL, type TokenEndpoint } from "./token-endpoint.ts";

/** The rules of the options about refresh tokens. */
export const STORE_RULES: Rules = {
  // An empty one counts as omitted.
  refreshToken: [(value) => value === "" || isCredential(value), EXPECTED_CREDENTIAL, { isSecret: true, alsoCalled: ["token"] }],
  store: [(value) => isObject(value) && typeof value["load"] === "function" && typeof value["save"] === "function", "an object with load and save"],
};

/** Returns a store that keeps a refresh token while the program runs. */
export function memoryTokenStore(): TokenStore {
  let saved: string | undefined;
  return {
    load: async () => saved,
    save: async (refreshToken) => {
      saved = refreshToken;
    },
  };
}

/**
 * Runs a function that uses up a refresh token, while no other process with the store does.
 *
 * @throws TokenError if the store cannot be locked within the endpoint's deadline.
 */
export async function withLock<Result>(endpoint: TokenEndpoint, store: TokenStore, work: () => Promise<Result>): Promise<Result> {
  let release: (() => Promise<void>) | undefined;
  try {
    release = await endpoint.inTime("the token store", async (signal) => {
      const held = await store.lock?.(signal);
      if (signal.aborted) await held?.();
      return held;
    });
  } catch (error) {
    if (isKeywrightError(error) && error.name === "TokenError") throw error;
    throw storeError("the token store could not be locked", causeOf(error, []));
  }
  try {
    return await work();
  } finally {
    // An issued token must not get lost because the release of its lock fails.
    await release?.().catch(() => {});
  }
}

/**
 * Saves a refresh token, within the endpoint's deadline.
 *
 * @param before The refresh token that it replaces.
 */
export async function saveTo(endpoint: TokenEndpoint, store: Pick<TokenStore, "save">, refreshToken: string, before?: string): Promise<void> {
  try {
    await endpoint.inTime("the token store", () => store.save(refreshToken));
  } catch (error) {
    throw storeError("the new refresh token could not be saved, and its token is not used", causeOf(error, [refreshToken, before]));
  }
}

/**
 * Loads the refresh token that was saved last, within the endpoint's deadline.
 *
 * @param known The refresh tokens that the store's error may contain.
 */
export async function loadFrom(endpoint: TokenEndpoint, store: TokenStore, known: readonly (string | undefined)[]): Promise<string | null | undefined> {
  let loaded: unknown;
  try {
    loaded = await endpoint.inTime("the token store", () => store.load());
  } catch (error) {
    // An error of another client, such as a 404, would look like an error of this call.
    if (isKeywrightError(error) && error.name === "TokenError") throw error;
    throw storeError("the saved refresh token could not be read", causeOf(error, known));
  }
  if (typeof loaded === "string" || loaded === undefined || loaded === null) return loaded;
  throw storeError(`the saved refresh token must be a string; got ${describeSecret(loaded)}`);
}

function storeError(problem: string, cause?: Error): TokenError {
  return new TokenError("no-token", problem, { option: "store", advice: "repair the token store", cause });
}

/** Returns the error of a store without the tokens that it may contain, as errors of parsers do. */
function causeOf(error: unknown, tokens: readonly (string | undefined)[]): Error | undefined {
  return error instanceof SyntaxError ? undefined : redactCause(error, secretsIn(tokens));
}
