import type { ErrorDetails } from "@keywright/core";
import { KeywrightError } from "@keywright/core/client";

/** The codes of the errors that only this package throws. */
export type VaultErrorCode =
  /** A helper searched by name and found no match. The message says where it searched. */
  | "not-found"
  /** A helper found several matches for a name: see `candidates`, and use an id instead. */
  | "ambiguous"
  /** Some secret references cannot be resolved: see `failures`. No values are returned. */
  | "unresolved-references"
  /** The resource has changed since it was read: read again. `written` says if yours was made. */
  | "version-changed"
  /**
   * A cached secret was not confirmed for `maxAgeMs`: the service is away, the token lost access,
   * or the secret is gone. See `since` and `cause`. Or the cache is closed.
   */
  | "stale-secret"
  /** A rotation failed at `step`; the current value is still in use. See `cause`; run it again. */
  | "rotation-failed"
  /**
   * A rotation stopped at `step`. After `promote`, the target takes the new value; otherwise it is
   * unknown which value it takes. Each value that was applied is in the item; run the rotation
   * again to continue it.
   */
  | "rotation-unfinished";

/** The properties of a {@link LookupError}. */
export interface LookupErrorDetails extends ErrorDetails {
  readonly candidates?: readonly string[];
  readonly failures?: { readonly [name: string]: string };
}

/** A search by name did not find exactly one match. */
export class LookupError extends KeywrightError<"not-found" | "ambiguous" | "unresolved-references", LookupErrorDetails> {
  /** The ids of all matches, in the service's order; empty if there are none. */
  declare readonly candidates: readonly string[];
  /** Why each reference failed, by the caller's name for it; only for `unresolved-references`. */
  declare readonly failures?: { readonly [name: string]: string };

  constructor(code: LookupError["code"], problem: string, details?: LookupErrorDetails) {
    super(code, problem, { ...details, candidates: details?.candidates ?? [] });
  }

  override get name(): string {
    return "LookupError";
  }
}

/** The properties of a {@link VersionError}. */
export interface VersionErrorDetails extends ErrorDetails {
  readonly expectedVersion: number;
  readonly actualVersion: number | undefined;
  readonly written: boolean;
}

/** The resource changed after it was read. */
export class VersionError extends KeywrightError<"version-changed", VersionErrorDetails> {
  /** The version that the change was for. */
  declare readonly expectedVersion: number;
  /** The current version; `undefined` if the service does not return it. */
  declare readonly actualVersion: number | undefined;
  /** Whether the change was made, because the resource changed after its version was checked. */
  declare readonly written: boolean;

  override get name(): string {
    return "VersionError";
  }
}

/** The properties of a {@link StaleSecretError}. */
export interface StaleSecretErrorDetails extends ErrorDetails {
  readonly since: string;
}

/** A secret was not confirmed for too long, so that its value may be out of date. */
export class StaleSecretError extends KeywrightError<"stale-secret", StaleSecretErrorDetails> {
  /** When the value was last known to be current, RFC 3339. */
  declare readonly since: string;

  override get name(): string {
    return "StaleSecretError";
  }
}

/** The steps of a rotation, in order. */
export type RotationStep = "record" | "apply" | "verify" | "promote";

/** The properties of a {@link RotationError}. */
export interface RotationErrorDetails extends ErrorDetails {
  readonly step: RotationStep;
}

/** A rotation failed. The item of the vault has every value that was applied. */
export class RotationError extends KeywrightError<"rotation-failed" | "rotation-unfinished", RotationErrorDetails> {
  /** The step that failed. */
  declare readonly step: RotationStep;

  override get name(): string {
    return "RotationError";
  }
}
