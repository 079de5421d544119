// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { filterBuilder } from "@keywright/core/client";

/**
 * Makes filters for `listVaults`, such as `listVaultsFilter.eq("name", value)`: values are escaped, other attributes and operators are refused.
 *
 * @see specs/vault `listVaults`
 */
export const listVaultsFilter = /* @__PURE__ */ filterBuilder({ attributes: { name: "string", title: "string" }, operators: ["eq"] });

/**
 * Makes filters for `listItems`, such as `listItemsFilter.eq("title", value)`: values are escaped, other attributes and operators are refused.
 *
 * @see specs/vault `listItems`
 */
export const listItemsFilter = /* @__PURE__ */ filterBuilder({ attributes: { title: "string", tag: "string" }, operators: ["eq", "co"] });
