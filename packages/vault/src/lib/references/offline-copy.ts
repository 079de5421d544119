import type { Clock } from "@keywright/core";
import type { Item } from "../../generated/client.ts";
import type { ReferenceClient } from "./reference-places.ts";

/** What happens with an offline copy. Contains no secret. */
export type OfflineCopyEvent =
  /** Items were taken from the copy, because the vault failed with `error`. */
  | {
      readonly type: "offline-copy";
      readonly items: number;
      /** When the vault last confirmed all of them, RFC 3339; absent without items. */
      readonly confirmedAt?: string | undefined;
      readonly error: unknown;
    }
  /** The vault asks for this wait (429). The copy is used after it. */
  | { readonly type: "offline-copy-wait"; readonly delayMs: number; readonly error: unknown }
  /** The copy cannot be used and was removed, or it cannot be written. */
  | { readonly type: "offline-copy-failed"; readonly error: Error };

/** The last items that a vault returned, for a start while it is away. */
export interface OfflineCopy {
  /**
   * Reads the copy.
   *
   * @throws ConfigurationError if others can read or write its file or folder.
   */
  open(client: ReferenceClient, context: { readonly clock: Clock; readonly onEvent: (event: OfflineCopyEvent) => void }): Promise<OpenCopy>;
}

/** A copy and the client whose responses it keeps. */
export interface OpenCopy {
  /** Sends requests and notes what they return. */
  readonly client: ReferenceClient;
  /** Runs a read of all secrets, in which the copy replaces requests that fail. Then saves it. */
  read<Result>(action: () => Promise<Result>): Promise<Result>;
  /** How long ago an item of the copy was confirmed, and its limit; `undefined` for others. */
  limitOf(item: Item): { readonly ageMs: number; readonly maxAgeMs: number } | undefined;
  /** The vault said that its list is still the last one. @param since When the request began. */
  confirm(vaultUUID: string, since: number): void;
  /** Saves what was seen since. Never rejects. */
  save(): Promise<void>;
}
