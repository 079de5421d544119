import { eachNode, followed, isObject, join, type Json, keysOf, listOf, METHODS, pointerOf } from "../contract/index.ts";

/** The operations of a contract that are generated. */
export class Selection {
  readonly #include: readonly string[];
  readonly #exclude: readonly string[];
  readonly #used = new Set<string>();

  /**
   * @param include Operation ids, tags and paths; `*` is any text. Default: all operations.
   * @param exclude The same for operations that are left out. Default: none.
   */
  constructor(include: readonly string[] = [], exclude: readonly string[] = []) {
    this.#include = include;
    this.#exclude = exclude;
  }

  /** The names that no operation has. */
  get unused(): readonly string[] {
    return [...this.#include, ...this.#exclude].filter((name) => !this.#used.has(name));
  }

  /** Removes the other operations from a document. A path item of another file remains. */
  apply(document: Json): void {
    const { paths } = document;
    if (!isObject(paths) || this.#isAll) return;
    for (const [path, item] of Object.entries(paths)) {
      const target = followed(document, item);
      if (!isObject(item) || !isObject(target)) continue;
      const { $ref: _, ...own } = item;
      const entries = Object.entries({ ...target, ...own }).filter(([method, operation]) => !METHODS.includes(method) || this.#has(path, operation));
      if (entries.some(([method]) => METHODS.includes(method) || method === "$ref")) Object.assign(paths, { [path]: Object.fromEntries(entries) });
      else Reflect.deleteProperty(paths, path);
    }
  }

  /** Removes the components that only other operations use from a document of one file. */
  dropUnused(document: Json): void {
    const { components } = document;
    if (this.#isAll || !isObject(components)) return;
    const { pathItems, securitySchemes } = components;
    const used = new Set<string>();
    const visit = (part: unknown): void =>
      eachNode(part, (node) => {
        const { $ref, discriminator } = isObject(node) ? node : {};
        const mapping = isObject(discriminator) && isObject(discriminator["mapping"]) ? Object.values(discriminator["mapping"]) : [];
        for (const ref of [$ref, ...mapping]) if (typeof ref === "string") use(ref);
      });
    const use = (ref: string): void => {
      const [root, kind = "", name = ""] = keysOf(pointerOf(ref));
      const pointer = join(join("#", kind), name);
      const parts = components[kind];
      if (root !== "components" || used.has(pointer) || !isObject(parts)) return;
      used.add(pointer);
      visit(parts[name]);
      // A schema with a discriminator is also one of those that extend it.
      if (kind === "schemas" && isObject(parts[name]) && isObject(parts[name]["discriminator"]))
        for (const [other, schema] of Object.entries(parts))
          if (isObject(schema) && listOf(schema["allOf"]).some((part) => isObject(part) && part["$ref"] === join("#/components/schemas", name)))
            use(join("#/components/schemas", other));
    };
    visit([{ ...document, components: { pathItems, securitySchemes } }]);
    for (const [kind, parts] of Object.entries(components))
      if (isObject(parts) && parts !== pathItems && parts !== securitySchemes)
        for (const name of Object.keys(parts)) if (!used.has(join(join("#", kind), name))) Reflect.deleteProperty(parts, name);
  }

  get #isAll(): boolean {
    return this.#include.length === 0 && this.#exclude.length === 0;
  }

  #has(path: string, operation: unknown): boolean {
    const { operationId, tags } = isObject(operation) ? operation : {};
    const names = [path, operationId, ...listOf(tags)].map(String);
    const [included, excluded] = [this.#include, this.#exclude].map((list) => list.filter((name) => names.some((other) => matches(name, other))));
    for (const name of [...(included ?? []), ...(excluded ?? [])]) this.#used.add(name);
    return (this.#include.length === 0 || included?.length !== 0) && excluded?.length === 0;
  }
}

function matches(name: string, other: string): boolean {
  const parts = name.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(other);
}
