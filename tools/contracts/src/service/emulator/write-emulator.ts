import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Json, operationsOf } from "@keywright/generate/contract";
import { emulatorManifest } from "../files/manifest.ts";
import { fillTemplates, wordsOf, writeMissing } from "../files/templates.ts";
import { describeCredentials, describeErrors } from "./describe-errors.ts";
import { describeOperation } from "./describe-operation.ts";
import { describeResource } from "./describe-resource.ts";
import { findResources } from "./find-resources.ts";
import { factsOf, type OperationFacts } from "./operation-facts.ts";

/** The files that were written, and the operations to refine by hand. */
export interface WrittenEmulator {
  /** Paths relative to the root. */
  readonly paths: readonly string[];
  /** Operations that return an example. */
  readonly examples: readonly string[];
  /** Operations with input that document no status for an invalid request. */
  readonly withoutError: readonly string[];
}

/**
 * Writes the emulator of a service that has a client. Existing files do not change.
 *
 * @param root The root of the repository.
 */
export async function writeEmulator(root: string, name: string): Promise<WrittenEmulator> {
  const document = JSON.parse(await readFile(join(root, "packages", name, "src/generated/openapi.json"), "utf8")) as Json;
  const { description, examples, withoutError, unbound, stories } = describeEmulator(name, document);
  const title = String((document["info"] as Json)["title"]);
  const notes = [
    `The operations of the ${title}.`,
    ...(examples.length === 0
      ? []
      : [`These return an example of the contract and ignore the state: ${examples.join(", ")}. The log marks their responses as \`example\`.`]),
    ...(unbound.length === 0 ? [] : [`The emulator does not serve these, because clients call them at a URL from a response: ${unbound.join(", ")}.`]),
  ];
  const words = {
    ...wordsOf(name),
    title,
    operations: unbound.length === 0 ? "operations" : `Omit<operations, ${unbound.map((id) => JSON.stringify(id)).join(" | ")}>`,
    notes: notes
      .map((note) => note.replaceAll(/(.{1,96})(?: |$)/g, " * $1\n"))
      .join(" *\n")
      .trimEnd(),
    description: source(description),
    stories: source(stories),
  };
  const path = "packages/emulator/package.json";
  const present = await readFile(join(root, path), "utf8");
  const manifest = emulatorManifest(present, name, true);
  const isNew = manifest !== present;
  const written = await writeMissing(root, await fillTemplates("emulator", words), isNew);
  if (isNew) await writeFile(join(root, path), manifest);
  return { paths: isNew ? [...written, path] : written, examples, withoutError };
}

/**
 * Returns what an emulator is written from: its `Description`, operations that return an example,
 * document no error or have no path, and those that its tests call on each resource, by verb.
 *
 * @param document The contract as one document: `openapi.json` of the client's package.
 */
export function describeEmulator(service: string, document: Json) {
  const all = operationsOf({ document });
  const operations = all.filter(({ path }) => path !== "").map((operation) => factsOf(document, operation));
  const found = findResources(document, operations);
  const resources = found.map((resource) => describeResource(document, resource, found, operations));
  // Parents first.
  resources.sort((one, other) => one.path.split("/").length - other.path.split("/").length);
  const described = operations.map((operation) => [operation.id, describeOperation(document, operation, resources)] as const);
  const things = Object.fromEntries(resources.map((resource) => [resource.name, resource.things]));
  return {
    description: {
      resources: resources.map(({ literal }) => literal),
      operations: Object.fromEntries(described),
      errors: describeErrors(document, operations),
      seed: { credentials: describeCredentials(document, service, operations), resources: things },
    },
    examples: described.filter(([, { verb }]) => verb === "example").map(([id]) => id),
    withoutError: operations.filter((operation) => hasInput(operation) && !ERRORS.some((status) => status in operation.responses)).map(({ id }) => id),
    unbound: all.filter(({ path }) => path === "").map(({ id }) => id),
    stories: resources.map(({ literal, operations: own }) => ({
      envelope: [...own.keys()].map(({ answer }) => answer?.envelope).find((each) => each !== undefined),
      id: literal["id"],
      ...Object.fromEntries([...own].map(([{ id }, verb]) => [verb, id])),
    })),
  };
}

/** With one of these, an emulator rejects an invalid request. */
const ERRORS = ["400", "422", "4XX", "default"];

/** Whether a request can be invalid. A path parameter that does not match is an unknown id. */
function hasInput({ body, parameters }: OperationFacts): boolean {
  return body !== undefined || parameters.some((parameter) => parameter["in"] !== "path");
}

/** Returns a value as source. Only the computed name `["__proto__"]` defines a property. */
function source(value: object): string {
  return JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:');
}
