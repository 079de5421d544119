// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { offsetPages, type PageReaders } from "@keywright/core";

/** The readers of the pages of the contract's lists, by style. */
export const readers = {
  offset: offsetPages,
} satisfies PageReaders;
