// @ts-check
import { address } from "./contract-rules/address.js";
import { bodyExamples, parameterExamples } from "./contract-rules/examples.js";
import { exclusiveMembers } from "./contract-rules/exclusive-members.js";
import { extensions } from "./contract-rules/extensions.js";
import { feed } from "./contract-rules/feed.js";
import { filterShape } from "./contract-rules/filter-shape.js";
import { inputNames } from "./contract-rules/input-names.js";
import { openEnums } from "./contract-rules/open-enums.js";
import { operationName } from "./contract-rules/operation-name.js";
import { operationRefusal } from "./contract-rules/operation-refusal.js";
import { operationRetry } from "./contract-rules/operation-retry.js";
import { pagination } from "./contract-rules/pagination.js";
import { pathNames } from "./contract-rules/path-names.js";
import { refuseExclusive } from "./contract-decorators/refuse-exclusive.js";

/** What the contracts keep beyond the rules of OpenAPI; specs/redocly.yaml switches each rule on. */
const rules = {
  address,
  "body-examples": bodyExamples,
  "exclusive-members": exclusiveMembers,
  extensions,
  feed,
  "filter-shape": filterShape,
  "input-names": inputNames,
  "open-enums": openEnums,
  "operation-name": operationName,
  "operation-refusal": operationRefusal,
  "operation-retry": operationRetry,
  pagination,
  "parameter-examples": parameterExamples,
  "path-names": pathNames,
};

/**
 * The redocly plugin `keywright`. JavaScript, because redocly imports it as it is.
 *
 * @returns {import("@redocly/openapi-core").Plugin}
 */
export default function keywright() {
  return { id: "keywright", rules: { oas3: rules }, decorators: { oas3: { "refuse-exclusive": refuseExclusive } } };
}
