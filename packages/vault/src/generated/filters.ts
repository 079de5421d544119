// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { filterBuilder } from "@keywright/core/client";

/**
 * Builds filters for `listVaults`, such as `listVaultsFilter.eq("name", value)`. Escapes values, and throws for other attributes and operators.
 *
 * @see specs/vault `listVaults`
 */
export const listVaultsFilter = /* @__PURE__ */ filterBuilder({ attributes: { name: "string", title: "string" }, operators: ["eq"] });

/**
 * Builds filters for `listItems`, such as `listItemsFilter.eq("title", value)`. Escapes values, and throws for other attributes and operators.
 *
 * @see specs/vault `listItems`
 */
export const listItemsFilter = /* @__PURE__ */ filterBuilder({ attributes: { title: "string", tag: "string" }, operators: ["eq", "co"] });
