// @ts-check
import { address } from "./redocly/address.js";
import { bodyExamples, parameterExamples } from "./redocly/examples.js";
import { exclusiveMembers } from "./redocly/exclusive-members.js";
import { extensions } from "./redocly/extensions.js";
import { feed } from "./redocly/feed.js";
import { filterShape } from "./redocly/filter-shape.js";
import { inputNames } from "./redocly/input-names.js";
import { openEnums } from "./redocly/open-enums.js";
import { operationName } from "./redocly/operation-name.js";
import { operationRefusal } from "./redocly/operation-refusal.js";
import { operationRetry } from "./redocly/operation-retry.js";
import { pagination } from "./redocly/pagination.js";
import { pathNames } from "./redocly/path-names.js";
import { refuseExclusive } from "./redocly/refuse-exclusive.js";

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
