import { wordsOf, type Words } from "../templates.ts";
import type { EmulatorFacts } from "./describe-emulator.ts";
import type { HandlerFacts } from "./describe-handlers.ts";
import type { ResourceFacts } from "./describe-resource.ts";

/** Returns the words of the emulator's templates. */
export function emulatorWords({ name, title, resources, handlers, unbound, errors, credentials }: EmulatorFacts): Words {
  const verbs = [...new Set(handlers.map(({ verb }) => verb))].sort();
  const used = [...new Set(handlers.flatMap(({ resource }) => (resource === undefined ? [] : [constOf(resource)])))].sort();
  const examples = handlers.filter(({ verb }) => verb === "example").map(({ id }) => id);
  const notes = [
    `The operations of the ${title}.`,
    ...(examples.length === 0
      ? []
      : [`These return an example of the contract and ignore the state: ${examples.join(", ")}. The log marks their responses as \`example\`.`]),
    ...(unbound.length === 0 ? [] : [`The emulator does not serve these, because clients call them at a URL from a response: ${unbound.join(", ")}.`]),
  ];
  const imports = [
    ...(verbs.length === 0 ? [] : [`import { ${verbs.join(", ")} } from "../resources/operations.ts";\n`]),
    'import type { ResourceStore } from "../resources/store.ts";\n',
    ...(used.length === 0 ? [] : [`import { ${used.join(", ")} } from "./resources.ts";\n`]),
  ];
  // A resource comes after its parent.
  const sorted = [...resources].sort((one, other) => depthOf(one) - depthOf(other));
  return {
    ...wordsOf(name),
    title,
    imports: imports.join(""),
    operations: unbound.length === 0 ? "operations" : `Omit<operations, ${unbound.map((id) => JSON.stringify(id)).join(" | ")}>`,
    notes: notes.map((note) => ` * ${note}`).join("\n *\n"),
    handlers: handlers.map(handlerSource).join("\n"),
    resources: sorted.map(resourceSource).join("\n"),
    resourceNames: sorted.map(constOf).join(", "),
    seed: source({ credentials, resources: Object.fromEntries(resources.map((resource) => [resource.name, resource.things])) }),
    errors: source(errors),
    stories: source(resources.map((resource) => storyOf(resource, handlers))),
  };
}

function handlerSource({ id, verb, resource, how, lacks }: HandlerFacts): string {
  const of = resource === undefined ? "" : constOf(resource);
  const call =
    verb === "example"
      ? `example(input, context, ${withProperty(source(how ?? {}), "of", of)})`
      : `${verb}(${of}, input, context${how === undefined ? "" : `, ${source(how)}`})`;
  return `${lacks === undefined ? "" : `  // ${lacks}\n`}  ${JSON.stringify(id)}: (input, context) => ${call},`;
}

function resourceSource(resource: ResourceFacts): string {
  const literal = withProperty(source(resource.literal), "parent", resource.parent === undefined ? "" : constOf(resource.parent));
  return `/** At \`${resource.path}\`. */\nexport const ${constOf(resource)}: Resource = ${literal};\n`;
}

/** Returns an object's source with one more property in front, unless its value is empty. */
function withProperty(object: string, name: string, value: string): string {
  return value === "" ? object : `{ ${name}: ${value}, ${object.slice(1)}`;
}

/** The suffix keeps a resource's name from being a reserved word. */
function constOf({ name }: Pick<ResourceFacts, "name">): string {
  return `${name}Resource`;
}

function depthOf({ path }: ResourceFacts): number {
  return path.split("/").length;
}

/** Returns the operations that the tests of an emulator call on a resource, by verb. */
function storyOf(resource: ResourceFacts, handlers: readonly HandlerFacts[]): object {
  const own = handlers.filter((handler) => handler.resource === resource && handler.verb !== "example");
  const envelope = [...resource.operations.keys()].map(({ answer }) => answer?.envelope).find((each) => each !== undefined);
  return { envelope, id: resource.literal["id"], ...Object.fromEntries(own.map(({ id, verb }) => [verb, id])) };
}

/** Returns a value as source, which the formatter breaks into lines. */
function source(value: unknown): string {
  if (value instanceof Uint8Array) return `Buffer.from(${JSON.stringify(String(value))})`;
  if (Array.isArray(value)) return `[${value.map(source).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // Only the computed name `["__proto__"]` defines a property.
  return `{ ${members.map(([name, member]) => `${name === "__proto__" ? '["__proto__"]' : JSON.stringify(name)}: ${source(member)}`).join(", ")} }`;
}
