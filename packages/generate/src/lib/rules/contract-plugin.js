// @ts-check
import { address } from "./address.js";
import { bodyExamples, parameterExamples } from "./examples.js";
import { exclusiveProperties } from "./exclusive-members.js";
import { extensions } from "./extensions.js";
import { feed } from "./feed.js";
import { filterShape } from "./filter-shape.js";
import { formats } from "./formats.js";
import { openEnums } from "./open-enums.js";
import { operationName } from "./operation-name.js";
import { operationErrors } from "./operation-refusal.js";
import { operationRetry } from "./operation-retry.js";
import { pagination } from "./pagination.js";
import { excludeProperties } from "./refuse-exclusive.js";

/** The rules for the contracts in addition to OpenAPI; specs/redocly.yaml enables each. */
const rules = {
  address,
  "body-examples": bodyExamples,
  "exclusive-members": exclusiveProperties,
  extensions,
  feed,
  "filter-shape": filterShape,
  formats,
  "open-enums": openEnums,
  "operation-name": operationName,
  "operation-refusal": operationErrors,
  "operation-retry": operationRetry,
  pagination,
  "parameter-examples": parameterExamples,
};

/**
 * Returns the redocly plugin `keywright`. JavaScript, because redocly imports it without a build.
 *
 * @returns {import("@redocly/openapi-core").Plugin}
 */
export default function keywright() {
  return { id: "keywright", rules: { oas3: rules }, decorators: { oas3: { "refuse-exclusive": excludeProperties } } };
}
