import type { TokenProvider } from "@keywright/core";
import { clientCredentials, type TokenEndpointOptions } from "@keywright/core/oauth";
import { createManagementEmulator, type ManagementEmulator } from "@keywright/emulator";
import type { ManagementClient } from "@keywright/management";
import type { Trial } from "../bench.ts";
import { SENTINELS } from "../sentinels.ts";

export const BASE_URL = "https://management.example.com";

/** How a {@link TokenService} is made. */
export interface TokenServiceOptions {
  /** Is told of each request before the service is, counted from 1 among those of its kind. */
  readonly before?: (kind: "token" | "call", count: number) => void;
  /** Changes what the token endpoint answers. */
  readonly rewrite?: (answer: Record<string, unknown>) => object;
}

/** The management service with its token endpoint, on the emulator, and how often each was asked. */
export interface TokenService {
  readonly emulator: ManagementEmulator;
  readonly tokenRequests: number;
  readonly calls: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** What a provider is made with. */
  readonly endpoint: TokenEndpointOptions;
  /** Takes all tokens away. */
  revokeTokens(): void;
}

/** Makes the service, with a sentinel as its client's secret. */
export function createTokenService(trial: Trial, { before, rewrite }: TokenServiceOptions = {}): TokenService {
  const emulator = createManagementEmulator({ seed: { auditEvents: 0, tokenSeconds: 3600 } });
  const [app] = emulator.store.apps.list();
  if (app !== undefined) emulator.store.apps.replace({ ...app, clientSecret: SENTINELS.clientSecret });
  const counts = { token: 0, call: 0 };
  const fetch: TokenService["fetch"] = async (url, init) => {
    const kind = url.endsWith("/connect/token") ? "token" : "call";
    counts[kind] += 1;
    before?.(kind, counts[kind]);
    const response = await emulator.fetch(url, init);
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
      clock: trial.quickClock(),
      timeoutMs: 50,
    },
    revokeTokens: () => {
      for (const { value } of emulator.store.tokens.list()) emulator.revokeToken(value);
    },
  };
}

/** A client of the service, by its client's credentials unless another provider is given. */
export function clientOf(trial: Trial, { fetch, endpoint }: TokenService, token: TokenProvider = clientCredentials(endpoint)): ManagementClient {
  return trial.clients(BASE_URL, { fetch, token }).management;
}
