// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { binaryContent, offsetPages, maskSecrets, type Parts } from "@keywright/core";

/** What only some operations need. */
export const parts = {
  bytes: binaryContent,
  offset: offsetPages,
  secrets: maskSecrets,
} satisfies Parts;
