/** What locates an operation in its contract. Packages under test are not imported here. */
export interface OperationPlace {
  readonly id: string;
  readonly method: string;
  /** Empty for an operation that clients call at a URL from a response. */
  readonly path: string;
}

export type Json = { readonly [name: string]: unknown };

export function definitionOf(root: Json, operation: OperationPlace): Json {
  return itemOf(root, operation)[operation.method.toLowerCase()] as Json;
}

/** Returns the parameters of an operation and its path; the operation's have precedence. */
export function parametersOf(root: Json, operation: OperationPlace): Json[] {
  const found = new Map<string, Json>();
  for (const holder of [itemOf(root, operation), definitionOf(root, operation)]) {
    for (const value of (holder["parameters"] ?? []) as readonly Json[]) {
      const parameter = resolve(root, value);
      found.set(`${String(parameter["in"])} ${String(parameter["name"])}`, parameter);
    }
  }
  return [...found.values()];
}

/** Resolves a reference in the document, repeatedly if needed. */
export function resolve(root: Json, value: Json): Json {
  const ref = value["$ref"];
  if (typeof ref !== "string") return value;
  const target = ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, name) => (at as Json)[name.replaceAll("~1", "/").replaceAll("~0", "~")], root);
  return resolve(root, target as Json);
}

function itemOf(root: Json, { id, method, path }: OperationPlace): Json {
  const { components, paths } = root as { readonly [part: string]: Json | undefined };
  const holder = path === "" ? components?.["pathItems"] : { [path]: paths?.[path] ?? {} };
  const items = Object.values(holder ?? {}).map((item) => resolve(root, item as Json));
  const item = items.find((each) => (each[method.toLowerCase()] as Json | undefined)?.["operationId"] === id);
  if (item === undefined) throw new Error(`the contract has no ${method} operation ${id} ${path === "" ? "in components.pathItems" : `at ${path}`}`);
  return item;
}
