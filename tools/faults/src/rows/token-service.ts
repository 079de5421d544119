import type { TokenProvider } from "@keywright/core";
import { clientCredentials, type TokenEndpointOptions } from "@keywright/core/oauth";
import { createManagementEmulator, type ManagementEmulator } from "@keywright/emulator";
import type { ManagementClient } from "@keywright/management";
import type { Trial } from "../bench.ts";
import { SENTINELS } from "../sentinels.ts";

export const BASE_URL = "https://management.example.com";

/** How a {@link TokenService} is made. */
export interface TokenServiceOptions {
  readonly auditEvents?: number;
  /** Is told of each request before the service is, counted from 1 among those of its kind. */
  readonly before?: (kind: "token" | "call", count: number) => void;
  /** Changes what the token endpoint answers. */
  readonly rewrite?: (answer: Record<string, unknown>) => object;
  /** Whether each use of a refresh token changes it, which the emulator does not do. */
  readonly rotates?: boolean;
}

/** The management service with its token endpoint, on the emulator, and how often each was asked. */
export interface TokenService {
  readonly emulator: ManagementEmulator;
  readonly tokenRequests: number;
  readonly calls: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** What a provider is made with. */
  readonly endpoint: TokenEndpointOptions;
  /** Lets all tokens that were issued so far end, by the service's clock alone. */
  expireTokens(): void;
  /** Takes all tokens away. */
  revokeTokens(): void;
  /** Moves the provider's clock on, past any time that it leaves a failing endpoint in peace. */
  skipBackoff(): void;
}

const TOKEN_SECONDS = 3600;

/** Makes the service, with a sentinel as its client's secret. */
export function createTokenService(trial: Trial, { auditEvents = 0, before, rewrite, rotates = false }: TokenServiceOptions = {}): TokenService {
  const emulator = createManagementEmulator({ seed: { auditEvents, tokenSeconds: TOKEN_SECONDS } });
  const [app] = emulator.store.apps.list();
  if (app !== undefined) emulator.store.apps.replace({ ...app, clientSecret: SENTINELS.clientSecret });
  const counts = { token: 0, call: 0 };
  const quick = trial.quickClock();
  let skippedMs = 0;
  const fetch: TokenService["fetch"] = async (url, init) => {
    const kind = url.endsWith("/connect/token") ? "token" : "call";
    counts[kind] += 1;
    before?.(kind, counts[kind]);
    const response = await (rotates ? rotate(emulator, url, init) : emulator.fetch(url, init));
    if (kind === "call" || rewrite === undefined || !response.ok) return response;
    return new Response(JSON.stringify(rewrite((await response.json()) as Record<string, unknown>)), response);
  };
  return {
    emulator,
    fetch,
    get tokenRequests() {
      return counts.token;
    },
    get calls() {
      return counts.call;
    },
    endpoint: {
      tokenUrl: `${BASE_URL}/connect/token`,
      clientId: emulator.clientId,
      clientSecret: SENTINELS.clientSecret,
      fetch,
      clock: { ...quick, now: () => quick.now() + skippedMs },
      timeoutMs: 50,
    },
    expireTokens: () => emulator.clock.advance(TOKEN_SECONDS * 1000),
    skipBackoff: () => void (skippedMs += 60_000),
    revokeTokens: () => {
      for (const { value } of emulator.store.tokens.list()) emulator.revokeToken(value);
    },
  };
}

/** A client of the service, by its client's credentials unless another provider is given. */
export function clientOf(trial: Trial, { fetch, endpoint }: TokenService, token: TokenProvider = clientCredentials(endpoint)): ManagementClient {
  return trial.clients(BASE_URL, { fetch, token }).management;
}

/** Replaces the refresh token that a request uses before the emulator answers, so that the old one is gone even if the answer is lost (RFC 9700 §4.14.2). */
async function rotate({ store, fetch }: ManagementEmulator, url: string, init: RequestInit): Promise<Response> {
  const form = new URLSearchParams(String(init.body ?? ""));
  const used = store.refreshTokens.get(form.get("refresh_token") ?? "");
  if (used === undefined) return fetch(url, init);
  const { value } = store.refreshTokens.insert({ ...used, value: `${used.value}+` });
  store.refreshTokens.delete(used.value);
  form.set("refresh_token", value);
  const response = await fetch(url, { ...init, body: form.toString() });
  return response.ok ? Response.json({ ...((await response.json()) as object), refresh_token: value }) : response;
}
