export * from "./generated/index.ts";
export { LookupError } from "./lib/errors.ts";
export type { ManagementErrorCode } from "./lib/errors.ts";
export { scimPatch } from "./lib/scim-patch.ts";
export type { ScimPatchBuilder } from "./lib/scim-patch.ts";
export type {
  FixedScimAttribute,
  ScimListName,
  ScimListValue,
  ScimAttributes,
  ScimPath,
  ScimPathValue,
  ScimSelector,
  ScimValuePath,
  ScimValues,
} from "./lib/scim-attributes.ts";
