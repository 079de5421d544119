import { CALL_RULES, checkOptions, CLOCK, expectClient, expectObject, FLAG, rejectArgument, type Rule } from "@keywright/core/client";
import type { CallOptions, Clock } from "@keywright/core";
import type { VaultClient } from "../../generated/client.ts";
import { type Generate, generated } from "../items/field-draft.ts";
import type { FieldName } from "../items/find-field.ts";
import { checkRef, type ItemRef } from "../items/item-ref.ts";
import { checkRecipe, type SecretRecipe } from "./generate-secret.ts";
import type { RotationStep } from "../errors.ts";

/** What a rotation needs of a client. */
export type RotationClient = Pick<VaultClient, "getItem" | "patchItem">;

/** The values that a rotation knows. `console.log` shows `[secret]` for them. */
export interface RotationValues {
  /** The value that the target is to take. */
  readonly next: string;
  /** The value of the field; `undefined` if it has none. */
  readonly current: string | undefined;
  /** The value before the current one; `undefined` before the second rotation. */
  readonly previous: string | undefined;
  /** The item's other values of this field. After failures, the target can take one. */
  readonly recorded: readonly string[];
  /** Fires when the caller aborts the rotation. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Acquires a lock by name, a valid file name. Rejects if another process has it, or waits.
 *
 * If its database is away, a lock of these packages is called up to five more times, ever later.
 */
export type RotationLock = (name: string, options: { readonly signal: AbortSignal | undefined }) => Promise<{ release(): Promise<void> }>;

/** What to rotate, and how. */
export interface RotateOptions extends CallOptions {
  /** The item, by its ids: `itemRef(item)` returns them. */
  readonly item: ItemRef;
  /** The field whose value is rotated. */
  readonly field: FieldName;
  /**
   * A recipe, a function that returns a value, or `{ onServer: recipe }` (`true` for the server's
   * default). Called again if a value cannot be recorded.
   *
   * @default 32 letters, digits and symbols
   */
  readonly generate?: SecretRecipe | (() => string | Promise<string>) | { readonly onServer: Generate } | undefined;
  /** Sets `next` in the target. Must succeed again with the same value after an interruption. */
  readonly apply: (values: RotationValues) => unknown;
  /** Returns whether the target takes a value: `true` or `false`. Throws if it cannot tell. */
  readonly verify: (value: string, options: { readonly signal: AbortSignal | undefined }) => boolean | Promise<boolean>;
  /** Sets `current` again after `apply` failed or the target rejects `next`. @default none */
  readonly revert?: ((values: RotationValues) => unknown) | undefined;
  /** Allows one rotation at a time. @default none: concurrent ones use the same value */
  readonly lock?: RotationLock | undefined;
  /** Reads the item and returns the plan, without a write or a call. @default false */
  readonly dryRun?: boolean | undefined;
  /** Time and randomness, for tests. @default the platform's */
  readonly clock?: Clock | undefined;
}

/** What a rotation did. It contains no values. */
export interface RotationReport {
  readonly item: ItemRef;
  /** The id of the field. */
  readonly field: string;
  /** `rotated`: the field has the new value; `joined`: by another run. `planned`: a dry run. */
  readonly outcome: "rotated" | "joined" | "planned";
  /** Whether the item already had a new value for this field, which this run continued with. */
  readonly resumed: boolean;
  /** The name of this run in the item, and in the reports of other runs. */
  readonly run: string;
  /** Names of other runs, running or interrupted, that recorded a value or joined. */
  readonly others: readonly string[];
  /** Versions in the first and last response. A write's response can have the version before. */
  readonly versions: readonly [number | undefined, number | undefined];
  /** The steps in order, with their durations in milliseconds; empty in a dry run. */
  readonly steps: readonly { readonly step: RotationStep; readonly durationMs: number }[];
}

const IS_FUNCTION = (value: unknown): boolean => typeof value === "function";

/** Checks a rotation's arguments. @throws ArgumentError or ConfigurationError that names `by`. */
export function checkRotation(by: string, client: RotationClient, options: RotateOptions): void {
  expectClient(by, client, "getItem", "patchItem");
  expectObject(by, "options", options, "must be an object such as { item, field, apply, verify }");
  checkRef(by, "item", options.item);
  const { field, generate = {} } = options;
  if (!((typeof field === "string" && field !== "") || (typeof field === "object" && field !== null)))
    rejectArgument(by, "field", "must be the name of a field: a string, or an object with id, label or purpose", field);
  const needed: Rule = [IS_FUNCTION, "a function", { isNeeded: true }];
  const optional: Rule = [IS_FUNCTION, "a function"];
  const revert: Rule = [IS_FUNCTION, "a function", { alsoCalled: ["rollback", "undo"] }];
  const rules = { item: undefined, field: undefined, generate: undefined, apply: needed, verify: needed, revert, lock: optional, dryRun: FLAG };
  checkOptions(by, options, { ...CALL_RULES, ...rules, clock: CLOCK });
  if (typeof generate === "function") return;
  if (typeof generate === "object" && generate !== null && "onServer" in generate) generated(generate.onServer, by, "generate.onServer");
  else checkRecipe(generate, by, "generate");
}
