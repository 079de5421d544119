import { camelOf, factoryOf, titleOf } from "@keywright/tool-test-kit/services";
import { Bytes, type HandlerFacts } from "./describe-handlers.ts";
import type { EmulatorFacts } from "./describe-emulator.ts";
import type { ResourceFacts } from "./describe-resource.ts";

const WRITTEN = (name: string): string =>
  `// Written from the contract by \`npx pnpm service ${name} --emulator\`, once, to be refined by hand: nothing writes it again.\n\n`;

/** The files of an emulated service, by their paths from the root. */
export function emulatorFiles(facts: EmulatorFacts): { readonly [path: string]: string } {
  const { name } = facts;
  const folder = `packages/emulator/src/lib/${name}`;
  return {
    [`packages/emulator/src/${name}.ts`]: entry(name),
    [`${folder}/handlers.ts`]: WRITTEN(name) + handlers(facts),
    [`${folder}/resources.ts`]: WRITTEN(name) + resources(facts),
    [`${folder}/seed.ts`]: WRITTEN(name) + seed(facts),
    [`${folder}/errors.ts`]: `${WRITTEN(name)}import type { ErrorBodies } from "../resources/refused.ts";\n\n/** The errors of the contract. */\nexport const ERRORS: ErrorBodies = ${source(facts.errors)};\n`,
    [`${folder}/create-${name}-emulator.ts`]: factory(facts),
    [`${folder}/emulated.ts`]: emulated(name),
    [`packages/emulator/test/${name}/contract.test.ts`]: contractTest(facts),
    [`.changeset/${name}-emulator.md`]: changeSet(facts),
  };
}

function emulatorOf(name: string): string {
  return `create${titleOf(name)}Emulator`;
}

function entry(name: string): string {
  return `export { ${emulatorOf(name)} } from "./lib/${name}/create-${name}-emulator.ts";
export type { ResourceEmulator, ResourceEmulatorOptions } from "./lib/resources/create-resource-emulator.ts";
export type { Credential, ResourceSeed, ResourceStore, Thing } from "./lib/resources/store.ts";
`;
}

function handlers({ name, title, handlers: all, unbound }: EmulatorFacts): string {
  const verbs = [...new Set(all.map(({ verb }) => verb))].sort();
  const used = [...new Set(all.flatMap(({ resource }) => resource?.name ?? []))].sort();
  const operations = unbound.length === 0 ? "operations" : `Omit<operations, ${unbound.map((id) => JSON.stringify(id)).join(" | ")}>`;
  const examples = all.filter(({ verb }) => verb === "example").map(({ id }) => id);
  const notes = [
    `The operations of the ${title}.`,
    ...(examples.length === 0
      ? []
      : [`These answer with an example of the contract, whatever the state is: ${examples.join(", ")}. The log says \`example\` where one did.`]),
    ...(unbound.length === 0 ? [] : [`These are called at an address from a response and are not served: ${unbound.join(", ")}.`]),
  ];
  return `import type { operations } from "@keywright/${name}/schema";
import type { Handlers } from "../core/service.ts";
${verbs.length === 0 ? "" : `import { ${verbs.join(", ")} } from "../resources/operations.ts";\n`}import type { ResourceStore } from "../resources/store.ts";
${used.length === 0 ? "" : `import { ${used.map(constOf).join(", ")} } from "./resources.ts";\n`}
/** The operations that are served. */
export type ServedOperations = ${operations};

/**
${notes.map((note) => ` * ${note}`).join("\n *\n")}
 */
export const handlers: Handlers<ServedOperations, ResourceStore> = {
${all.map(handler).join("\n")}
};
`;
}

function handler({ id, verb, resource, how, lacks }: HandlerFacts): string {
  const call =
    verb === "example"
      ? `example(input, context, ${withMember(source(how ?? {}), resource === undefined ? undefined : `of: ${constOf(resource.name)}`)})`
      : `${verb}(${constOf(resource?.name ?? "")}, input, context${how === undefined ? "" : `, ${source(how)}`})`;
  return `${lacks === undefined ? "" : `  // ${lacks}\n`}  ${JSON.stringify(id)}: (input, context) => ${call},`;
}

function withMember(object: string, member: string | undefined): string {
  return member === undefined ? object : `{ ${member}, ${object.slice(1)}`;
}

/** A resource may be called as a word of the language is. */
function constOf(name: string): string {
  return `${name}Resource`;
}

function resources({ resources: all }: EmulatorFacts): string {
  const sorted = sortedByParent(all);
  const consts = sorted.map((resource) => {
    const literal = withMember(source(resource.literal), resource.parent === undefined ? undefined : `parent: ${constOf(resource.parent.name)}`);
    return `/** At \`${resource.path}\`. */\nexport const ${constOf(resource.name)}: Resource = ${literal};\n`;
  });
  const names = sorted.map(({ name }) => constOf(name)).join(", ");
  return `import type { Resource } from "../resources/resource.ts";\n\n${consts.join("\n")}\n/** All resources. */\nexport const RESOURCES: readonly Resource[] = [${names}];\n`;
}

/** What belongs to another one comes behind it. */
function sortedByParent(all: readonly ResourceFacts[]): readonly ResourceFacts[] {
  const depth = ({ parent }: Pick<ResourceFacts, "parent">): number => {
    const above = all.find(({ name }) => name === parent?.name);
    return above === undefined ? 0 : 1 + depth(above);
  };
  return [...all].sort((one, other) => depth(one) - depth(other));
}

function seed({ resources: all, credentials }: EmulatorFacts): string {
  const things = Object.fromEntries(all.map((resource) => [resource.name, resource.things]));
  return `import type { ResourceSeed } from "../resources/store.ts";\n\n/** The state at first: what the contract's examples show. */\nexport const SEED: ResourceSeed = ${source({ credentials, resources: things })};\n`;
}

function factory({ name, title }: EmulatorFacts): string {
  const create = emulatorOf(name);
  const document = `${name.replaceAll("-", "_").toUpperCase()}_DOCUMENT`;
  return `import { ${document} } from "../../generated/${name}.ts";
import { createResourceEmulator, type ResourceEmulator, type ResourceEmulatorOptions } from "../resources/create-resource-emulator.ts";
import { ERRORS } from "./errors.ts";
import { handlers } from "./handlers.ts";
import { RESOURCES } from "./resources.ts";
import { SEED } from "./seed.ts";

/**
 * Makes an emulator of the ${title}. No port is opened: pass its \`fetch\` to a client, with the credentials in \`clientOptions\`.
 *
 * @example
 * \`\`\`ts
 * const emulator = ${create}();
 * const ${camelOf(name)} = ${factoryOf(name)}({ baseUrl: "https://${name}.example.com", ...emulator.clientOptions, fetch: emulator.fetch });
 * \`\`\`
 */
export function ${create}(options: ResourceEmulatorOptions = {}): ResourceEmulator {
  return createResourceEmulator("${create}", { name: "${name}", document: ${document}, handlers, resources: RESOURCES, errors: ERRORS, seed: SEED }, options);
}
`;
}

function emulated(name: string): string {
  return `import { openResources } from "../resources/create-resource-emulator.ts";
import { ${emulatorOf(name)} } from "./create-${name}-emulator.ts";

/** The service for the command. */
export const open${titleOf(name)} = openResources(${emulatorOf(name)});
`;
}

function envelopeOf({ operations }: ResourceFacts): string | undefined {
  return [...operations.keys()].map(({ answer }) => answer?.envelope).find((each) => each !== undefined);
}

function contractTest({ name, handlers: all, resources: found }: EmulatorFacts): string {
  const idsOf = (resource: ResourceFacts): object =>
    Object.fromEntries(all.filter((each) => each.resource === resource && each.verb !== "example").map(({ id, verb }) => [verb, id]));
  const stories = found.map((resource) => ({
    envelope: envelopeOf(resource),
    ...(resource.literal["id"] === undefined ? {} : { id: resource.literal["id"] }),
    ...idsOf(resource),
  }));
  return `import { ${factoryOf(name)} } from "@keywright/${name}";
import document from "@keywright/${name}/openapi.json" with { type: "json" };
import { operations } from "@keywright/${name}/operations";
import { testEmulator } from "@keywright/tool-test-kit/testing";
import { ${emulatorOf(name)} } from "../../src/${name}.ts";

testEmulator({
  document,
  operations,
  createClient: ${factoryOf(name)},
  createEmulator: ${emulatorOf(name)},
  resources: ${source(stories)},
});
`;
}

function changeSet({ name, title }: EmulatorFacts): string {
  return `---\n"@keywright/emulator": minor\n---\n\nTry programs on the ${title}: \`@keywright/emulator/${name}\` keeps its resources.\n`;
}

/** A value as source, which the formatter breaks into lines. */
function source(value: unknown): string {
  if (value instanceof Bytes) return `Buffer.from(${JSON.stringify(value.text)})`;
  if (Array.isArray(value)) return `[${value.map(source).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // Behind a computed name `__proto__` is a member as well.
  return `{ ${members.map(([name, member]) => `${name === "__proto__" ? '["__proto__"]' : JSON.stringify(name)}: ${source(member)}`).join(", ")} }`;
}
