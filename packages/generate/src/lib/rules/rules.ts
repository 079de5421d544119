import { address } from "./address.ts";
import { bodyExamples, parameterExamples } from "./examples.ts";
import { exclusiveProperties } from "./exclusive-members.ts";
import { extensions } from "./extensions.ts";
import { feed } from "./feed.ts";
import { filterShape } from "./filter-shape.ts";
import { formats } from "./formats.ts";
import { openEnums } from "./open-enums.ts";
import { operationName } from "./operation-name.ts";
import { operationErrors } from "./operation-refusal.ts";
import { operationRetry } from "./operation-retry.ts";
import { pagination } from "./pagination.ts";
import { excludeProperties } from "./refuse-exclusive.ts";

/** The rules for the values of our extensions, which hold for foreign contracts, too. */
export const EXTENSION_RULES = {
  address,
  "exclusive-members": exclusiveProperties,
  extensions,
  feed,
  "filter-shape": filterShape,
  formats,
  "operation-retry": operationRetry,
  pagination,
};

/** The rules for the contracts in addition to OpenAPI; specs/redocly.yaml enables each. */
export const RULES = {
  ...EXTENSION_RULES,
  "body-examples": bodyExamples,
  "open-enums": openEnums,
  "operation-name": operationName,
  "operation-refusal": operationErrors,
  "parameter-examples": parameterExamples,
};

/** What the rules need to have changed in a joined contract. */
export const DECORATORS = { "refuse-exclusive": excludeProperties };
