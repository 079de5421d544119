import { type Json, operationsOf } from "@keywright/generate/contract";
import { describeCredentials, describeErrors } from "./describe-errors.ts";
import { type DescribedOperation, describeOperation } from "./describe-operation.ts";
import { describeResource, type ResourceFacts } from "./describe-resource.ts";
import { findResources } from "./find-resources.ts";
import { factsOf } from "./operation-facts.ts";

/** The facts from which an emulator is written. */
export interface EmulatorFacts {
  readonly title: string;
  /** Parents first. */
  readonly resources: readonly ResourceFacts[];
  readonly operations: { readonly [id: string]: DescribedOperation };
  /** Operations without a path. */
  readonly unbound: readonly string[];
  readonly errors: Json;
  readonly credentials: Json;
}

/**
 * Returns the facts of a contract's emulator.
 *
 * @param document The contract as one document: `openapi.json` of the client's package.
 */
export function describeEmulator(name: string, document: Json): EmulatorFacts {
  const all = operationsOf({ document });
  const operations = all.filter(({ path }) => path !== "").map((operation) => factsOf(document, operation));
  const found = findResources(document, operations);
  const resources = found.map((resource) => describeResource(document, resource, found, operations));
  return {
    title: String((document["info"] as Json)["title"]),
    resources: resources.sort((one, other) => one.path.split("/").length - other.path.split("/").length),
    operations: Object.fromEntries(operations.map((operation) => [operation.id, describeOperation(document, operation, resources)])),
    unbound: all.filter(({ path }) => path === "").map(({ id }) => id),
    errors: describeErrors(document, operations),
    credentials: describeCredentials(document, name, operations),
  };
}
