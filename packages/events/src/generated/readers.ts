// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { cursorBodyPages, type PageReaders } from "@keywright/core";

/** The readers of the pages of the contract's lists, by style. */
export const readers = {
  "cursor-body": cursorBodyPages,
} satisfies PageReaders;
