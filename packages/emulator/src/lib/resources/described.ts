import { utf8 } from "../core/bytes/bytes.ts";
import type { Handlers } from "../core/service/service.ts";
import type { ResourceService } from "./create-resource-emulator.ts";
import { create, example, list, patch, read, remove, replace } from "./operations.ts";
import type { ErrorBodies } from "./rejected.ts";
import type { Resource, ResourceContext, ResourceInput } from "./resource.ts";
import type { ResourceSeed, ResourceStore } from "./store.ts";

const VERBS = { list, create, read, replace, patch, remove };

type Verb = keyof typeof VERBS;

/** An operation of a named resource. `how` is the last argument of the operation's function. */
interface Served<V extends Verb> {
  readonly verb: V;
  readonly resource: string;
  readonly how?: Parameters<(typeof VERBS)[V]>[3];
}

type ResourceOperation = Required<Served<"list">> | Served<"create"> | Served<"read"> | Served<"replace"> | Served<"patch"> | Served<"remove">;

/** An operation that returns an example of the contract if the resource has the thing. */
interface ExampleOperation {
  readonly verb: "example";
  readonly resource?: string;
  /** `binary` is the text of a body of bytes. */
  readonly how: Omit<Parameters<typeof example>[2], "of"> & { readonly binary?: string };
}

/** A contract as a service of resources, from `npx pnpm service <name> --emulator`. */
export interface Description<Operations> {
  /** A resource comes after its parent. */
  readonly resources: readonly (Omit<Resource, "parent"> & { readonly parent?: string })[];
  /** By operation id. */
  readonly operations: { readonly [id in keyof Operations]: ResourceOperation | ExampleOperation };
  readonly errors: ErrorBodies;
  readonly seed: ResourceSeed;
}

/** Returns the parts of a service by its description, with a handler for each operation. */
export function describedService<Operations>(description: Description<Operations>): Omit<ResourceService<Operations>, "name" | "document" | "validatorOf"> {
  const resources = new Map<string, Resource>();
  for (const { parent = "", ...resource } of description.resources) {
    const above = resources.get(parent);
    resources.set(resource.name, { ...resource, ...(above === undefined ? {} : { parent: above }) });
  }
  const operations = Object.entries<ResourceOperation | ExampleOperation>(description.operations);
  const handlers = operations.map(([id, operation]) => [id, handlerOf(operation, resources)] as const);
  const { errors, seed } = description;
  return { handlers: Object.fromEntries(handlers) as unknown as Handlers<Operations, ResourceStore>, resources: [...resources.values()], errors, seed };
}

function handlerOf(operation: ResourceOperation | ExampleOperation, resources: ReadonlyMap<string, Resource>) {
  const resource = resources.get(operation.resource ?? "");
  if (operation.verb === "example") {
    const { binary, ...reply } = operation.how;
    const how = { ...reply, ...(resource && { of: resource }), ...(binary === undefined ? {} : { body: utf8(binary) }) };
    return (input: ResourceInput, context: ResourceContext) => example(input, context, how);
  }
  if (resource === undefined) throw new TypeError(`the description has no resource ${operation.resource}`);
  const serve: (resource: Resource, input: ResourceInput, context: ResourceContext, how: never) => unknown = VERBS[operation.verb];
  return (input: ResourceInput, context: ResourceContext) => serve(resource, input, context, operation.how as never);
}
