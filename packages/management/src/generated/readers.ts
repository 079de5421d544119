// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { liveNextLinkPages, type PageReaders } from "@keywright/core";

/** The readers of the pages of the contract's lists, by style. */
export const readers = {
  "next-link-live": liveNextLinkPages,
} satisfies PageReaders;
