import { isObject, pointersOf } from "../contract/index.ts";
import type { Contract } from "../contract/index.ts";

/** Refuses references to what has no name: the types of generated code name their parts. */
export function refuseReferences(contract: Contract): void {
  for (const node of pointersOf(contract.document).keys())
    if (isObject(node) && typeof node["$ref"] === "string" && node["$ref"].startsWith("#/paths/"))
      contract.refuse(
        node,
        `the reference ${node["$ref"]} points into paths, where nothing has a name: move what it means to components, and refer to it there`,
      );
}
