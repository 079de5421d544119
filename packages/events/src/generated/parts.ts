// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { cursorBodyPages, type Parts } from "@keywright/core";

/** What only some operations need. */
export const parts = {
  "cursor-body": cursorBodyPages,
} satisfies Parts;
