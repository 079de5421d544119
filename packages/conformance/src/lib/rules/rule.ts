import type { Json } from "@keywright/emulator/contract";
import type { Operations } from "../contract/contract.ts";
import { Untested } from "../session/outcome.ts";
import type { Input, Session } from "../session/session.ts";
import type { Tier } from "../session/settings.ts";

/** A rule of the service that a test can see from outside. */
export interface Rule<W> {
  readonly operation: string;
  readonly id: string;
  readonly tier: Tier;
  /** What the rule says, unless the contract has a sentence for it. */
  readonly says?: string;
  /** @throws Broken if the rule does not hold, Untested if it cannot be tested. */
  readonly test: (world: W) => Promise<void>;
}

type Test<W> = Rule<W>["test"];

/**
 * Returns a rule.
 *
 * @param name Its operation and id, such as `getVault.scope`.
 */
export function rule<W>(name: string, tier: Tier, test: Test<W>): Rule<W>;
export function rule<W>(name: string, tier: Tier, says: string, test: Test<W>): Rule<W>;
export function rule<W>(name: string, tier: Tier, ...rest: readonly [Test<W>] | readonly [string, Test<W>]): Rule<W> {
  const [operation = "", id = ""] = name.split(".");
  const [says, test] = rest.length === 1 ? [undefined, rest[0]] : rest;
  return { operation, id, tier, test, ...(says === undefined ? {} : { says }) };
}

/** What all services have. */
export interface World {
  readonly session: Session;
}

/** Inputs of an operation for the rules of all operations; a text says why there is none. */
export interface Examples {
  /** An input with a successful response. For writes: on something disposable. */
  readonly valid: Input | string;
  /** Names nothing that exists, so nothing changes if it is accepted. Default: `valid`. */
  readonly nowhere?: Input;
}

/** Returns an example with a path, or the reason why nothing was found. */
export function found(find: () => { readonly [name: string]: string }): Examples["valid"] {
  try {
    return { path: find() };
  } catch (error) {
    if (error instanceof Untested) return error.message;
    throw error;
  }
}

/** A service: how to find something to test with, and its rules. */
export interface Service<W extends World> {
  readonly document: Json;
  readonly operations: Operations;
  /** Finds what the rules need. @throws CannotTest if the server is not one of this service. */
  open(session: Session): Promise<W>;
  readonly rules: readonly Rule<W>[];
  /** Why rules of the contract have no test here, as `operation.rule`. */
  readonly untested: { readonly [rule: string]: string };
  examples(operation: string, world: W): Examples;
  /** Removes what was made and restores what was changed. Returns what could not be. */
  clean(world: W): Promise<readonly string[]>;
}
