import { isObject, type Json } from "@keywright/generate/contract";
import { examplesOf, headersOf, objectSchema, some } from "./document.ts";
import { type FoundResource, parentOf, type Verb } from "./find-resources.ts";
import { formOf, type OperationFacts, parametersIn, pathExamples, shownItems } from "./operation-facts.ts";
import { type SeedThing, seedThings } from "./seed-things.ts";

/** The facts of a resource: `Resource` of the emulator, and its initial state. */
export interface ResourceFacts extends FoundResource {
  /** `Resource` of the emulator, with the name of its parent. */
  readonly literal: Json;
  readonly things: readonly SeedThing[];
  /** The names of its properties in all alternatives. */
  readonly properties: readonly string[];
}

/**
 * Returns the facts of a resource, from its schemas and examples.
 *
 * @param all All resources.
 * @param contract All operations.
 */
export function describeResource(document: Json, resource: FoundResource, all: readonly FoundResource[], contract: readonly OperationFacts[]): ResourceFacts {
  const { name, path, schema } = resource;
  const operations = [...resource.operations.keys()];
  const parameters = parametersIn(path);
  const isNumbered = path.endsWith("}");
  const { properties, required, isOpen } = objectSchema(document, schema) ?? { properties: {}, required: [], isOpen: true };
  const at = operations.find((operation) => formOf(operation.path) === formOf(path));
  const example = (at && pathExamples(document, at).at(-1)) ?? "";
  const id = isNumbered ? idProperty(parameters.at(-1) ?? "", Object.keys(properties), wholeExample(resource, required, "read"), example) : undefined;
  const kept = Object.keys(properties).filter((property) => properties[property]?.["writeOnly"] !== true);
  const requests = operations.flatMap(({ request }) => (request === undefined ? [] : [objectSchema(document, request.schema)]));
  const isWritten = (property: string): boolean => requests.some((request) => request === undefined || request.isOpen || property in request.properties);
  const fixed = kept.filter((property) => properties[property]?.["readOnly"] === true || !isWritten(property));
  const times = fixed.filter((property) => properties[property]?.["format"] === "date-time");
  const createdAt = times.filter((property) => /^(created|inserted|added|issued|registered)/i.test(property));
  const changedAt = times.filter((property) => /^(updated|modified|changed|last_?(modified|updated|changed))/i.test(property));
  const above = parentProperties(resource, all, kept, isNumbered ? parameters.length - 1 : parameters.length, id);
  const given = new Set([id, ...Object.keys(above), ...createdAt, ...changedAt, ...requiredOfNew(document, resource)]);
  const whole = Object.entries(wholeExample(resource, required, "create"));
  const always = Object.fromEntries(whole.filter(([property]) => required.includes(property)));
  const template = whole.filter(([property]) => ((isOpen && requests.length > 0) || required.includes(property)) && !given.has(property));
  const places = { ...above, ...(id === undefined ? {} : { [id]: parameters.length - 1 }) };
  const things = seedThings(document, resource, contract, { id, places, whole: always });
  const sample = id === undefined ? example : (things[0]?.value[id] ?? example);
  const literal = {
    name,
    parent: parentOf(path, all)?.name,
    one: oneOf(name),
    path: parameters,
    id,
    above: some(above),
    sample: isNumbered && sample !== "" ? sample : undefined,
    schema: typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined,
    properties: isOpen ? undefined : kept,
    tag: operations.flatMap(({ success }) => examplesOf(document, headersOf(document, success)["etag"] ?? {})).map(String)[0],
    template: Object.fromEntries(template),
    fixed: some(fixed),
    createdAt: some(createdAt),
    changedAt: some(changedAt),
  };
  return { ...resource, literal, things, properties: kept };
}

/** Returns the singular in words: `line item` for `lineItems`. */
function oneOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.endsWith("ies") ? `${words.slice(0, -3)}y` : words.replace(/([^s])s$/, "$1");
}

/** The property of a path parameter: by its name, by the end of its name, or by its example. */
function idProperty(parameter: string, properties: readonly string[], shown: Json, example: string): string | undefined {
  const ends = properties.filter((property) => plain(parameter).endsWith(plain(property))).sort((one, other) => other.length - one.length);
  const isId = (property: string): boolean => ["string", "number"].includes(typeof shown[property]) && String(shown[property]) === example;
  return ends[0] ?? properties.find((property) => plain(property) === "id") ?? properties.find(isId);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** Returns properties with ids of parents, with the ids' positions in the path, by names. */
function parentProperties(
  { path }: FoundResource,
  all: readonly FoundResource[],
  properties: readonly string[],
  count: number,
  id: string | undefined,
): { readonly [property: string]: number } {
  const nearby = all.filter((each) => formOf(path).startsWith(formOf(each.path)));
  const owners = nearby.flatMap((each) => [oneOf(each.name), `${oneOf(each.name)}Id`].map((name) => [name, parametersIn(each.path).length - 1] as const));
  const names = [path, ...nearby.map((each) => each.path)].flatMap((each) => parametersIn(each).map((name, index) => [name, index] as const));
  const places = new Map([...owners, ...names].map(([name, place]) => [plain(name), place]));
  const found = properties.map((property) => [property, places.get(plain(property)) ?? -1] as const);
  return Object.fromEntries(found.filter(([property, place]) => property !== id && place >= 0 && place < count));
}

function requiredOfNew(document: Json, { operations }: FoundResource): readonly string[] {
  const news = [...operations].filter(([, verb]) => verb === "create" || verb === "replace");
  const [first = [], ...others] = news.map(([{ request }]) => objectSchema(document, request?.schema)?.required ?? []);
  return first.filter((name) => others.every((required) => required.includes(name)));
}

/** Returns an example of a thing that has all required properties. */
function wholeExample({ operations }: FoundResource, required: readonly string[], best: Verb): Json {
  const order: readonly Verb[] = [best, "read", "create", "replace", "patch", "remove"];
  const shown = order.flatMap((verb) => [...operations].flatMap(([{ answer }, each]) => (each === verb ? (answer?.examples ?? []) : [])));
  const listed = [...operations].flatMap(([operation, verb]) => (verb === "list" ? shownItems(operation) : []));
  const asked = [...operations.keys()].flatMap(({ request }) => request?.examples ?? []);
  const all = [...shown, ...listed, ...asked].filter(isObject);
  return all.find((each) => required.every((name) => each[name] !== undefined)) ?? (Object.assign({}, ...all.reverse()) as Json);
}
