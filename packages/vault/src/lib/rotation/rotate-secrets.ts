import { checkOptions, CLOCK, COUNT, isNumber, platformClock, rejectArgument, settleEach, wait } from "@keywright/core/client";
import type { Clock, Settled, SettleOptions } from "@keywright/core";
import { rotateSecret } from "./rotate-secret.ts";
import { checkRotation, type RotateOptions, type RotationClient, type RotationReport } from "./rotation-options.ts";

/** Options of {@link rotateSecrets}. */
export interface RotateManyOptions extends SettleOptions {
  /** Maximum number of rotations that begin in a minute, evenly spaced. @default no limit */
  readonly perMinute?: number | undefined;
  /** Time, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/**
 * Rotates many secrets, some at a time, and returns each result as it ends; failures stop no other.
 * See `settleEach`.
 *
 * @param rotations The options of {@link rotateSecret} for each, checked before any request.
 * @throws ArgumentError or ConfigurationError if an argument is invalid.
 * @example
 * ```ts
 * const results = rotateSecrets(vault, rotations, { concurrency: 2, perMinute: 10 });
 * for await (const { item, outcome } of results) console.log(item.item.itemUUID, outcome);
 * ```
 */
export async function* rotateSecrets(
  client: RotationClient,
  rotations: readonly RotateOptions[],
  options: RotateManyOptions = {},
): AsyncGenerator<Settled<RotateOptions, RotationReport>, void, undefined> {
  if (!Array.isArray(rotations)) rejectArgument("rotateSecrets", "rotations", "must be a list of the options of rotateSecret", rotations);
  for (const [index, rotation] of rotations.entries()) checkRotation(`rotateSecrets: rotations[${index}]`, client, rotation);
  checkOptions("rotateSecrets", options, {
    concurrency: COUNT,
    signal: undefined,
    onProgress: undefined,
    perMinute: [(value) => isNumber(value, 0.01), "a number of at least 0.01, or Infinity"],
    clock: CLOCK,
  });
  const { perMinute = Infinity, clock = platformClock, ...settle } = options;
  let nextStart = clock.now();
  yield* settleEach(
    rotations,
    async (rotation) => {
      const delayMs = nextStart - clock.now();
      nextStart = Math.max(nextStart, clock.now()) + 60_000 / perMinute;
      if (delayMs > 0) await wait(clock, delayMs, settle.signal);
      settle.signal?.throwIfAborted();
      return rotateSecret(client, rotation);
    },
    settle,
  );
}
