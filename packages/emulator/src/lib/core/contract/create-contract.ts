import { compileSchemas } from "../schemas/compile-schemas.ts";
import type { Json } from "../values/json.ts";
import { type Contract, contractWith } from "./contract.ts";

/**
 * Creates a contract from an OpenAPI document. Its schemas are compiled when they are first needed.
 *
 * @throws Error if a reference has no target.
 */
export function createContract(document: Json): Contract {
  return contractWith(document, compileSchemas(document));
}
