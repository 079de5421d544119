import { ArgumentError, CALL_RULES, checkOptions, expectClient, InvalidResponseError } from "@keywright/core/client";
import type { CallOptions } from "@keywright/core";
import type { EventsClient, Introspection } from "../generated/client.ts";
import { MissingFeatureError } from "./errors.ts";
import { FEATURE_VALUES } from "../generated/values.ts";

/** A feature that the contract knows. */
export type FeatureName = (typeof FEATURE_VALUES)[number];

/**
 * Checks that the token has features, before you read streams, and returns its introspection.
 *
 * Sends one `introspect` request. If the service removes a feature later, operations return 401.
 *
 * @param features The features that you need, at least one, such as `["auditevents"]`.
 * @param call Options of the request: signal, timeouts, retries, headers.
 * @returns `{ uuid, issued_at, features, account_uuid? }`.
 * @throws MissingFeatureError with `missingFeatures`, if the token lacks one or more of them.
 * @throws ArgumentError before any request, if there is no feature or an unknown one.
 * @throws ApiError 401 if the token is not valid, and as `introspect` does.
 */
export async function requireFeatures(client: Pick<EventsClient, "raw">, features: readonly FeatureName[], call?: CallOptions): Promise<Introspection> {
  expectClient("requireFeatures", client, "raw.introspect");
  checkFeatures(features);
  if (call !== undefined) checkOptions("requireFeatures", call, CALL_RULES);
  const { status, body: data } = await client.raw.introspect(call);
  const granted: unknown = data?.features;
  if (!Array.isArray(granted)) {
    throw new InvalidResponseError("unexpected-content", "introspect: the response has no list of the token's features", {
      operationId: "introspect",
      status,
    });
  }
  const missingFeatures = [...new Set(features)].filter((feature) => !granted.includes(feature));
  if (missingFeatures.length === 0) return data;
  const has = FEATURE_VALUES.filter((feature) => granted.includes(feature));
  throw new MissingFeatureError(
    "missing-feature",
    `the token lacks ${list(missingFeatures)}: it has ${has.length === 0 ? "none of the known features" : list(has)}; use a token that has all of them`,
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
        : "has an unknown one";
  if (problem !== undefined)
    throw new ArgumentError("invalid-argument", `requireFeatures: features ${problem}; they are ${list(FEATURE_VALUES)}`, {
      argument: "features",
      operationId: "introspect",
    });
}

function list(names: readonly string[]): string {
  return names.join(", ");
}
