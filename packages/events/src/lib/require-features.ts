import { ArgumentError, CALL_RULES, checkOptions, expectClient, InvalidResponseError, TokenError } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { EventsClient, Introspection } from "../generated/client.ts";
import { FEATURE_VALUES } from "../generated/values.ts";

/** A feature that the contract knows. */
export type FeatureName = (typeof FEATURE_VALUES)[number];

/**
 * Asks what the client's token may read, before anything is read: a stream that the token does not open would otherwise fail after others have begun.
 *
 * One request, to `introspect`. The service may take a feature away later: its operations then answer 401.
 *
 * @param features What the program is about to read, at least one, such as `["auditevents", "signinattempts"]`.
 * @param call For the request: signal, deadlines, when to repeat, headers.
 * @returns What the service says of the token: `{ uuid, issued_at, features, account_uuid? }`.
 * @throws TokenError `missing-feature` with `missingFeatures`, where the token lacks one or more of them.
 * @throws ArgumentError before any request, for a feature that the contract does not know, or none.
 * @throws ApiError 401 where the token is not valid, and as `introspect` does.
 * @see specs/events `introspect`
 */
export async function requireFeatures(client: Pick<EventsClient, "raw">, features: readonly FeatureName[], call?: CallOptions): Promise<Introspection> {
  expectClient("requireFeatures", client, "raw");
  checkFeatures(features);
  if (call !== undefined) checkOptions("requireFeatures", call, CALL_RULES);
  const { status, body: data } = await client.raw.introspect(call);
  const granted: unknown = data?.features;
  if (!Array.isArray(granted)) {
    throw new InvalidResponseError("unexpected-content", "introspect was answered without the list of the token's features", {
      operationId: "introspect",
      status,
    });
  }
  const missingFeatures = [...new Set(features)].filter((feature) => !granted.includes(feature));
  if (missingFeatures.length === 0) return data;
  const has = FEATURE_VALUES.filter((feature) => granted.includes(feature));
  throw new TokenError(
    "missing-feature",
    `the token lacks ${list(missingFeatures)}: it has ${has.length === 0 ? "none of the known features" : list(has)}; use a token that was issued with all that is read`,
    { operationId: "introspect", missingFeatures },
  );
}

function checkFeatures(features: readonly string[]): void {
  const known: readonly string[] = FEATURE_VALUES;
  const problem = !Array.isArray(features)
    ? "must be an array"
    : features.length === 0
      ? "must name at least one"
      : features.every((feature) => known.includes(feature))
        ? undefined
        : "has one that is not known";
  if (problem !== undefined)
    throw new ArgumentError("invalid-argument", `requireFeatures: features ${problem}; they are ${list(FEATURE_VALUES)}`, {
      argument: "features",
      operationId: "introspect",
    });
}

function list(names: readonly string[]): string {
  return names.join(", ");
}
