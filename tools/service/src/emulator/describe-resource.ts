import { isObject, type Json } from "@keywright/tool-contract";
import { type FoundResource, parentOf, type Verb } from "./find-resources.ts";
import { formOf, parametersIn, shownItems } from "./operation-facts.ts";
import { examplesOf, objectOf, objectSchema } from "./schemas.ts";

/** A thing of the first state, as `Thing` of the emulator. */
export interface SeedThing {
  readonly ids: readonly string[];
  readonly value: Json;
}

/** What is written of a resource: `Resource` of the emulator, and its first state. */
export interface ResourceFacts extends FoundResource {
  readonly parent: FoundResource | undefined;
  /** The members of `Resource`, without its parent. */
  readonly literal: Json;
  readonly things: readonly SeedThing[];
  readonly properties: readonly string[] | undefined;
}

/** Describes a resource by its schemas and examples. */
export function describeResource(document: Json, resource: FoundResource, all: readonly FoundResource[]): ResourceFacts {
  const { name, path, schema, operations } = resource;
  const parameters = parametersIn(path);
  const { properties, required, isOpen } = objectSchema(document, schema) ?? { properties: {}, required: [], isOpen: true };
  const parent = parentOf(
    path,
    all.filter((each) => each !== resource),
  );
  const own = path.endsWith("}") ? parameters.at(-1) : undefined;
  const id =
    own === undefined
      ? undefined
      : idProperty(own, Object.keys(properties), wholeExample(operations, required, "read"), parameterExample(document, resource, own, all));
  const kept = Object.keys(properties).filter((property) => properties[property]?.["writeOnly"] !== true);
  const requests = [...operations.keys()].flatMap(({ request }) => (request === undefined ? [] : [objectSchema(document, request.schema)]));
  const written = requests.some((request) => request === undefined || request.isOpen)
    ? kept
    : requests.flatMap((request) => Object.keys(request?.properties ?? {}));
  const above = parameters.slice(0, parameters.length - (own === undefined ? 0 : 1)).map((parameter) => parameterExample(document, resource, parameter, all));
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
    above.length,
  );
  const inTemplate = (property: string): boolean =>
    (isOpen && requests.length > 0 ? true : required.includes(property)) &&
    property !== id &&
    ofParents[property] === undefined &&
    !alwaysGiven.has(property) &&
    ![...created, ...updated].includes(property);
  const template = Object.fromEntries(Object.entries(whole).filter(([property]) => inTemplate(property)));
  const things = thingsOf(document, resource, {
    id,
    own,
    above,
    whole: Object.fromEntries(Object.entries(whole).filter(([property]) => required.includes(property))),
  });
  const sample = things[0] === undefined || id === undefined ? own && parameterExample(document, resource, own, all) : things[0].value[id];
  const literal = {
    name,
    one: oneOf(name),
    path: parameters,
    ...(id === undefined ? {} : { id }),
    ...(Object.keys(ofParents).length === 0 ? {} : { above: ofParents }),
    ...(own === undefined || sample === undefined ? {} : { sample }),
    ...(typeof schema["$ref"] === "string" ? { schema: schema["$ref"].split("/").at(-1) } : {}),
    ...(isOpen ? {} : { properties: kept }),
    template,
    ...(fixed.length === 0 ? {} : { fixed }),
    ...(created.length === 0 ? {} : { createdAt: created }),
    ...(updated.length === 0 ? {} : { changedAt: updated }),
  };
  return { ...resource, parent, literal, things, properties: isOpen ? undefined : kept };
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

/** The example of a parameter of the path: its own, or that of the same place in another operation. */
function parameterExample(document: Json, resource: FoundResource, name: string, all: readonly FoundResource[]): string {
  const place = parametersIn(resource.path).indexOf(name);
  const operations = [resource, ...all].flatMap((each) => (formOf(resource.path).startsWith(formOf(each.path)) ? [...each.operations.keys()] : []));
  for (const operation of [...resource.operations.keys(), ...operations]) {
    const own = parametersIn(operation.path)[place];
    const parameter = operation.parameters.find((each) => each["in"] === "path" && each["name"] === own);
    const content = Object.values(objectOf(parameter?.["content"])).filter(isObject)[0];
    const [example] = parameter === undefined ? [] : examplesOf(document, content ?? parameter);
    if (example !== undefined) return String(example);
  }
  return `${name}-1`;
}

interface IdFacts {
  readonly id: string | undefined;
  readonly own: string | undefined;
  readonly above: readonly string[];
  /** What a thing must have. */
  readonly whole: Json;
}

/** The first state: what lists show, in their order, and what is at each path of an example. */
function thingsOf(document: Json, resource: FoundResource, { id, own, above, whole }: IdFacts): readonly SeedThing[] {
  const things = new Map<string, SeedThing>();
  const add = (key: string, value: Json): void => {
    const before = things.get(key)?.value ?? whole;
    things.set(key, {
      ids: own === undefined ? above : [...above, key],
      value: id === undefined ? { ...before, ...value } : { ...before, ...value, [id]: value[id] ?? key },
    });
  };
  for (const [operation, verb] of resource.operations) {
    if (verb !== "list") continue;
    for (const [index, item] of shownItems(operation).flat().entries()) add(id === undefined ? String(index + 1) : String(item[id] ?? index + 1), item);
  }
  const shown = [...resource.operations]
    .filter(([{ method }, verb]) => verb === "read" && method === "GET")
    .flatMap(([{ answer }]) => (answer?.examples ?? []).filter(isObject));
  if (own === undefined) return [{ ids: above, value: shown[0] ?? whole }];
  if (id !== undefined) for (const value of shown) if (things.has(String(value[id]))) add(String(value[id]), value);
  const isAtPath = [...resource.operations.values()].some((verb) => verb !== "list" && verb !== "create");
  if (!isAtPath) return [...things.values()];
  // So that a request that the contract shows finds something.
  for (const operation of resource.operations.keys()) {
    const parameter = operation.parameters.find((each) => each["in"] === "path" && each["name"] === parametersIn(operation.path).at(-1));
    if (parameter === undefined || !operation.path.endsWith("}")) continue;
    const key = parameterExample(document, { ...resource, operations: new Map([[operation, "read" as const]]) }, parametersIn(resource.path).at(-1) ?? "", []);
    if (things.has(key)) continue;
    const value = shown.find((each) => id !== undefined && String(each[id]) === key) ?? shown[0] ?? [...things.values()][0]?.value ?? whole;
    add(key, id === undefined ? value : { ...value, [id]: typeof value[id] === "number" ? Number(key) : key });
  }
  return [...things.values()];
}
