import { type Json, operationsOf } from "@keywright/generate/contract";
import { describeCredentials, describeErrors } from "./describe-errors.ts";
import { describeHandler, type HandlerFacts } from "./describe-handlers.ts";
import { describeResource, type ResourceFacts } from "./describe-resource.ts";
import { findResources } from "./find-resources.ts";
import { factsOf } from "./operation-facts.ts";

/** The facts from which an emulator is written. */
export interface EmulatorFacts {
  readonly name: string;
  readonly title: string;
  readonly resources: readonly ResourceFacts[];
  readonly handlers: readonly HandlerFacts[];
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
    name,
    title: String((document["info"] as Json)["title"]),
    resources,
    handlers: operations.map((operation) => describeHandler(document, operation, resources)),
    unbound: all.filter(({ path }) => path === "").map(({ id }) => id),
    errors: describeErrors(document, operations),
    credentials: describeCredentials(document, name, operations),
  };
}
