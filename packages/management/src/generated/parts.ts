// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { formBody, basicCredentials, liveNextLinkPages, maskSecrets, type Parts } from "@keywright/core";

/** What only some operations need. */
export const parts = {
  "application/x-www-form-urlencoded": formBody,
  basic: basicCredentials,
  "next-link-live": liveNextLinkPages,
  secrets: maskSecrets,
} satisfies Parts;
