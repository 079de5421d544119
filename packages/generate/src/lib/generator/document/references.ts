import { type Contract, isObject, pointersOf } from "../../contract/index.ts";

/** Reports references to parts without a name, which types cannot refer to. */
export function checkReferences(contract: Contract): void {
  for (const node of pointersOf(contract.document).keys())
    if (isObject(node) && typeof node["$ref"] === "string" && node["$ref"].startsWith("#/paths/"))
      contract.report(node, `the reference ${node["$ref"]} points into paths, where nothing has a name: move the target to components, and refer to it there`);
}
