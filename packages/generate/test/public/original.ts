import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** An object of a document as its file has it. */
export interface Node {
  readonly [name: string]: unknown;
}

/** A parameter as its file has it, with its schema. */
export interface OriginalParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly node: Node;
  readonly pointer: string;
}

/** An operation as its file has it, of any version of OpenAPI. */
export interface OriginalOperation {
  readonly parameters: readonly OriginalParameter[];
  /** The JSON pointers of the schemas of bodies, by media type; an empty string has none. */
  readonly bodies: ReadonlyMap<string, string>;
  readonly isBodyRequired: boolean;
  /** The fields of a form of OpenAPI 2.0. */
  readonly fields: readonly OriginalParameter[];
}

/** Patterns of documents need not be valid with the flag `u`. */
const LENIENT = { strict: false, validateSchema: false, validateFormats: false, allErrors: true, logger: false, unicodeRegExp: false } as const;

/** A document as its file has it: nothing of the generator reads it. */
export class Original {
  readonly #root: Node;
  readonly #ajv = new Ajv2020({ ...LENIENT, coerceTypes: "array" });
  readonly #exact = new Ajv2020(LENIENT);
  /** Schemas that the validator cannot read: they say nothing. */
  readonly unread = new Set<string>();

  private constructor(root: Node) {
    this.#root = root;
    for (const ajv of [this.#ajv, this.#exact]) ajv.addSchema(plain(root, root) as object, "document");
  }

  static async read(file: string): Promise<Original> {
    return new Original(objectOf(parseYaml(await readFile(file, "utf8"))));
  }

  /** The value at a pointer, and its pointer, after references. */
  follow(value: unknown, pointer: string): readonly [Node, string] {
    const ref = objectOf(value)["$ref"];
    if (typeof ref !== "string" || !ref.startsWith("#")) return [objectOf(value), pointer];
    const keys = decodeURIComponent(ref)
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    return this.follow(
      keys.reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), this.#root),
      ref,
    );
  }

  /** The names in the query that carry a key. */
  queryKeys(): readonly string[] {
    const schemes = this.#root["securityDefinitions"] ?? objectOf(this.#root["components"])["securitySchemes"];
    return Object.values(objectOf(schemes)).flatMap((scheme) => (objectOf(scheme)["in"] === "query" ? [String(objectOf(scheme)["name"])] : []));
  }

  operation(method: string, path: string): OriginalOperation | undefined {
    const at = `#/paths/${escaped(path)}`;
    const [item, itemPointer] = this.follow(objectOf(this.#root["paths"])[path], at);
    const [own, pointer] = [objectOf(item[method.toLowerCase()]), `${itemPointer}/${method.toLowerCase()}`];
    if (Object.keys(own).length === 0) return undefined;
    const all = new Map<string, OriginalParameter>();
    for (const [list, place] of [[item["parameters"], itemPointer] as const, [own["parameters"], pointer] as const])
      for (const [index, written] of (Array.isArray(list) ? list : []).entries()) {
        const [node, found] = this.follow(written, `${place}/parameters/${index}`);
        all.set(`${String(node["in"])} ${String(node["name"])}`, {
          name: String(node["name"]),
          in: String(node["in"]),
          required: node["required"] === true,
          node,
          pointer: this.#schemaOf(node, found),
        });
      }
    // OpenAPI 3, Parameter Object: other parts of the document define these headers.
    const isElsewhere = ({ in: where, name }: OriginalParameter): boolean => where === "header" && /^(accept|authorization|content-type)$/i.test(name);
    const parameters = [...all.values()].filter((parameter) => this.#root["openapi"] === undefined || !isElsewhere(parameter));
    const body = parameters.find((parameter) => parameter.in === "body");
    const [requestBody, bodyPointer] = this.follow(own["requestBody"], `${pointer}/requestBody`);
    const consumes = (own["consumes"] ?? this.#root["consumes"] ?? ["application/json"]) as readonly string[];
    const contents = Object.entries(objectOf(requestBody["content"])).map(
      ([type, media]) => [type, objectOf(media)["schema"] === undefined ? "" : `${bodyPointer}/content/${escaped(type)}/schema`] as const,
    );
    return {
      parameters: parameters.filter((parameter) => !["body", "formData"].includes(parameter.in)),
      bodies: new Map(body === undefined ? contents : (consumes.length === 0 ? ["application/json"] : consumes).map((type) => [type, body.pointer])),
      isBodyRequired: requestBody["required"] === true || body?.required === true,
      fields: parameters.filter((parameter) => parameter.in === "formData"),
    };
  }

  /** What a validator says of a value. A value from a URL or a header is text: `isText`. */
  problems(pointer: string, value: unknown, isText = false): readonly string[] {
    let validate: ValidateFunction;
    try {
      validate = (isText ? this.#ajv : this.#exact).compile({ $ref: `document${pointer}` });
    } catch (error) {
      if (!/resolve|pattern|regular|schema|keyword/i.test(String(error))) return [String(error)];
      this.unread.add(`${pointer}: ${String(error)}`);
      return [];
    }
    return validate(structuredClone(value)) ? [] : (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
  }

  #schemaOf(node: Node, pointer: string): string {
    const [media] = Object.keys(objectOf(node["content"]));
    if (media !== undefined) return `${pointer}/content/${escaped(media)}/schema`;
    return node["schema"] === undefined ? pointer : `${pointer}/schema`;
  }

  /** The schema at a pointer, after references. */
  schemaAt(pointer: string): Node {
    return this.follow({ $ref: pointer }, pointer)[0];
  }
}

/** The types of the values that a schema allows, without null; empty if it does not say. */
export function typesOf(original: Original, given: unknown, depth = 0): ReadonlySet<string> {
  const [schema] = original.follow(given, "#");
  if (depth > 8) return new Set();
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []));
  const values = Array.isArray(schema["enum"]) ? schema["enum"].map((value) => typeof value) : [];
  const own = schema["type"] === undefined ? (schema["properties"] === undefined ? values : ["object"]) : [schema["type"]].flat().map(String);
  return new Set([...own, ...parts.flatMap((part) => [...typesOf(original, part, depth + 1)])].filter((type) => type !== "null"));
}

export function objectOf(value: unknown): Node {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** A copy without what this validator rejects in OpenAPI 3.0 and 2.0: it then accepts more. */
function plain(root: Node, value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((element) => plain(root, element));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) =>
      key === "properties" ||
      (!["discriminator", "example", "examples", "$id", "$anchor"].includes(name) &&
        !(name.startsWith("exclusiveM") && typeof member === "boolean") &&
        !(name === "required" && typeof member === "boolean") &&
        !(name === "enum" && !Array.isArray(member)) &&
        !(name === "type" && typeof member === "string" && !/^(string|number|integer|boolean|array|object|null)$/.test(member))),
  );
  const copy = Object.fromEntries(
    members.map(([name, member]) => [name, name === "required" && key !== "properties" ? writable(root, value, member) : plain(root, member, name)]),
  );
  const { nullable, type, ...rest } = copy;
  if (nullable !== true || key === "properties") return copy;
  return { anyOf: [type === undefined ? rest : { ...rest, type }, { type: "null" }] };
}

/** The required properties of a request: not those that are only read. */
function writable(root: Node, schema: object, required: unknown): unknown {
  const properties = objectOf(Reflect.get(schema, "properties"));
  const isRead = (name: unknown): boolean => {
    const property = objectOf(properties[String(name)]);
    const target = String(property["$ref"] ?? "")
      .split("/")
      .slice(1)
      .reduce<unknown>((at, key) => objectOf(at)[key], root);
    return property["readOnly"] === true || objectOf(target)["readOnly"] === true;
  };
  return Array.isArray(required) ? required.filter((name) => !isRead(name)) : required;
}
