// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { basicCredentials, formBody, liveNextLinkPages, maskSecrets, type Parts } from "@keywright/core";

/** What only some operations need. */
export const parts = {
  basic: basicCredentials,
  form: formBody,
  "next-link-live": liveNextLinkPages,
  secrets: maskSecrets,
} satisfies Parts;
