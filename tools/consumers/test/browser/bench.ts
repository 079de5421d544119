import type { ClientOptions } from "@keywright/core";
import { createVaultClient, type VaultClient } from "@keywright/vault";
import { inject } from "vitest";
import type { ScenarioName } from "./scenarios.ts";

/** A request that the fault server received. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly body: string;
}

/** Clients whose requests run into a scenario, and the requests that arrived. */
export interface Bench {
  readonly vault: VaultClient;
  sent(): Promise<readonly SentRequest[]>;
}

/** The ids that the tests request. */
export const IDS = { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" } as const;

/** The token of all tests. */
export const TOKEN = "a-token-of-the-browser";

/** Creates the clients of one test. */
export function meet(scenario: ScenarioName, options: Partial<ClientOptions> = {}): Bench {
  const path = `/${encodeURIComponent(scenario)}/${crypto.randomUUID()}`;
  const all: ClientOptions = { baseUrl: `${inject("faultUrl")}${path}`, token: TOKEN, retry: { maxDelayMs: 2000 }, ...options };
  return {
    vault: createVaultClient(all),
    sent: async () => (await (await fetch(`${inject("faultUrl")}/sent${path}`)).json()) as readonly SentRequest[],
  };
}
