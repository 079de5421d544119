import { isObject, type Json } from "@keywright/generate/contract";
import { type FoundResource, parentOf, type Verb } from "./find-resources.ts";
import { formOf, type OperationFacts, parametersIn, shownItems } from "./operation-facts.ts";
import { objectSchema } from "./schemas.ts";
import { pathExamples, type SeedThing, seedThings } from "./seed-things.ts";

/** What is written of a resource: `Resource` of the emulator, and its first state. */
export interface ResourceFacts extends FoundResource {
  readonly parent: FoundResource | undefined;
  /** The members of `Resource`, without its parent. */
  readonly literal: Json;
  readonly things: readonly SeedThing[];
  /** The names of its properties, of all alternatives. */
  readonly properties: readonly string[];
}

/**
 * Describes a resource by its schemas and examples.
 *
 * @param all All resources.
 * @param contract All operations.
 */
export function describeResource(document: Json, resource: FoundResource, all: readonly FoundResource[], contract: readonly OperationFacts[]): ResourceFacts {
  const { name, path, schema, operations } = resource;
  const parameters = parametersIn(path);
  const { properties, required, isOpen } = objectSchema(document, schema) ?? { properties: {}, required: [], isOpen: true };
  const parent = parentOf(
    path,
    all.filter((each) => each !== resource),
  );
  const own = path.endsWith("}") ? parameters.at(-1) : undefined;
  const [example = ""] = [...operations.keys()]
    .filter((operation) => formOf(operation.path) === formOf(path))
    .map((operation) => pathExamples(document, operation).at(-1));
  const id = own === undefined ? undefined : idProperty(own, Object.keys(properties), wholeExample(operations, required, "read"), example);
  const kept = Object.keys(properties).filter((property) => properties[property]?.["writeOnly"] !== true);
  const requests = [...operations.keys()].flatMap(({ request }) => (request === undefined ? [] : [objectSchema(document, request.schema)]));
  const written = requests.some((request) => request === undefined || request.isOpen)
    ? kept
    : requests.flatMap((request) => Object.keys(request?.properties ?? {}));
  const fixed = kept.filter((property) => properties[property]?.["readOnly"] === true || !written.includes(property));
  const times = fixed.filter((property) => properties[property]?.["format"] === "date-time");
  const created = times.filter((property) => /^(created|inserted|added|issued|registered)/i.test(property));
  const updated = times.filter((property) => /^(updated|modified|changed|last_?(modified|updated|changed))/i.test(property));
  const whole = wholeExample(operations, required, "create");
  const alwaysGiven = new Set(requests.length === 0 ? [] : requiredOfNew(document, operations));
  const ofParents = parentProperties(
    resource,
    all,
    kept.filter((property) => property !== id),
    parameters.length - (own === undefined ? 0 : 1),
  );
  const inTemplate = (property: string): boolean =>
    (isOpen && requests.length > 0 ? true : required.includes(property)) &&
    property !== id &&
    ofParents[property] === undefined &&
    !alwaysGiven.has(property) &&
    ![...created, ...updated].includes(property);
  const template = Object.fromEntries(Object.entries(whole).filter(([property]) => inTemplate(property)));
  const always = Object.fromEntries(Object.entries(whole).filter(([property]) => required.includes(property)));
  const things = seedThings(document, resource, contract, { id, isNumbered: own !== undefined, above: ofParents }, always);
  const sample = id === undefined ? example : (things[0]?.value[id] ?? example);
  const literal = {
    name,
    one: oneOf(name),
    path: parameters,
    ...(id === undefined ? {} : { id }),
    ...(Object.keys(ofParents).length === 0 ? {} : { above: ofParents }),
    ...(own === undefined || sample === "" ? {} : { sample }),
    ...(typeof schema["$ref"] === "string" ? { schema: schema["$ref"].split("/").at(-1) } : {}),
    ...(isOpen ? {} : { properties: kept }),
    template,
    ...(fixed.length === 0 ? {} : { fixed }),
    ...(created.length === 0 ? {} : { createdAt: created }),
    ...(updated.length === 0 ? {} : { changedAt: updated }),
  };
  return { ...resource, parent, literal, things, properties: kept };
}

/** `lineItems` as `line item`. */
function oneOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.endsWith("ies") ? `${words.slice(0, -3)}y` : words.replace(/([^s])s$/, "$1");
}

/** The property that a parameter of a path is: the same name, or the end of it; else the one whose example is that of the parameter. */
function idProperty(parameter: string, properties: readonly string[], shown: Json, example: string): string | undefined {
  const ends = properties.filter((property) => plain(parameter).endsWith(plain(property))).sort((one, other) => other.length - one.length);
  const isId = (property: string): boolean => ["string", "number"].includes(typeof shown[property]) && String(shown[property]) === example;
  return ends[0] ?? properties.find((property) => plain(property) === "id") ?? properties.find(isId);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** The properties that are ids of what a thing belongs to, with the places of these in the path: by the names of parameters, and of what it belongs to. */
function parentProperties(
  resource: FoundResource,
  all: readonly FoundResource[],
  properties: readonly string[],
  count: number,
): { readonly [property: string]: number } {
  const form = formOf(resource.path);
  const nearby = all.filter((each) => form.startsWith(formOf(each.path)));
  const names = [resource, ...nearby].flatMap((each) => parametersIn(each.path).map((name, index) => [plain(name), index] as const));
  const owners = nearby.flatMap(({ name, path }) =>
    [plain(oneOf(name)), plain(`${oneOf(name)}Id`)].map((each) => [each, parametersIn(path).length - 1] as const),
  );
  const places = new Map([...owners, ...names]);
  return Object.fromEntries(
    properties.flatMap((property) => {
      const place = places.get(plain(property));
      return place === undefined || place < 0 || place >= count ? [] : [[property, place] as const];
    }),
  );
}

/** What requests that create a thing have to give. */
function requiredOfNew(document: Json, operations: FoundResource["operations"]): readonly string[] {
  const news = [...operations]
    .filter(([, verb]) => verb === "create" || verb === "replace")
    .map(([{ request }]) => objectSchema(document, request?.schema)?.required ?? []);
  const [first = [], ...others] = news;
  return first.filter((name) => others.every((required) => required.includes(name)));
}

/** A thing as the contract shows it, with all that it must have. */
function wholeExample(operations: FoundResource["operations"], required: readonly string[], best: Verb): Json {
  const order: readonly Verb[] = [best, "read", "create", "replace", "patch", "remove"];
  const shown = order.flatMap((verb) => [...operations].filter(([, each]) => each === verb).flatMap(([{ answer }]) => answer?.examples ?? []));
  const listed = [...operations].filter(([, verb]) => verb === "list").flatMap(([operation]) => shownItems(operation).flat());
  const asked = [...operations.keys()].flatMap(({ request }) => request?.examples ?? []);
  const all = [...shown, ...listed, ...asked].filter(isObject);
  return all.find((each) => required.every((name) => each[name] !== undefined)) ?? Object.assign({}, ...[...all].reverse());
}
