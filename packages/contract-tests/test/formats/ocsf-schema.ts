import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A value of an enumeration. */
interface EnumValue {
  readonly caption: string;
}

/** An attribute as the schema defines it, with what its class or object changes. */
export interface Attribute {
  readonly type: string;
  readonly requirement?: "required" | "recommended" | "optional";
  readonly is_array?: boolean;
  readonly enum?: { readonly [value: string]: EnumValue };
  readonly sibling?: string;
  readonly profile?: string | null;
  readonly "@deprecated"?: object;
}

type Named<Value> = { readonly [name: string]: Value };
type Attributes = Named<Partial<Attribute>>;

/** A class or an object as its file has it. */
interface Definition {
  readonly name: string;
  readonly caption: string;
  readonly uid?: number;
  readonly category?: string;
  readonly extends?: string;
  readonly attributes: Attributes & { readonly $include?: readonly string[] };
  readonly constraints?: { readonly at_least_one?: readonly string[]; readonly just_one?: readonly string[] };
  readonly "@deprecated"?: object;
}

/** A scalar type. */
interface ScalarType {
  readonly type?: string;
  readonly regex?: string;
  readonly max_len?: number;
  readonly range?: readonly [number, number];
}

/** A class or an object with all that it inherits. */
export interface Resolved extends Omit<Definition, "attributes"> {
  readonly attributes: Named<Attribute>;
}

/** The published schema of OCSF: `extends`, `$include` and the dictionary are resolved. */
export class OcsfSchema {
  readonly version: string;
  readonly scalars: Named<ScalarType>;
  readonly #folder: string;
  readonly #categories: Named<{ readonly uid: number; readonly caption: string }>;
  readonly #dictionary: Named<Attribute>;
  readonly #resolved = new Map<string, Resolved>();
  readonly #definitions = { events: new Map<string, Definition>(), objects: new Map<string, Definition>() };

  constructor(folder: string) {
    this.#folder = folder;
    this.version = (this.#read("version.json") as { readonly version: string }).version;
    this.#categories = (this.#read("categories.json") as { readonly attributes: Named<{ readonly uid: number; readonly caption: string }> }).attributes;
    const dictionary = this.#read("dictionary.json") as {
      readonly attributes: Named<Attribute>;
      readonly types: { readonly attributes: Named<ScalarType> };
    };
    this.#dictionary = dictionary.attributes;
    this.scalars = dictionary.types.attributes;
    for (const kind of ["events", "objects"] as const) {
      for (const path of readdirSync(join(folder, kind), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"))) {
        const definition = this.#read(join(kind, path)) as Definition;
        this.#definitions[kind].set(definition.name, definition);
      }
    }
  }

  /** Returns the class with a `class_uid`; `undefined` if there is none. */
  classOf(classUid: unknown): (Resolved & { readonly categoryUid: number; readonly categoryName: string }) | undefined {
    for (const { name, uid } of this.#definitions.events.values()) {
      const resolved = this.#resolve("events", name);
      const category = this.#categories[resolved.category ?? ""];
      if (uid === undefined || category === undefined || category.uid * 1000 + uid !== classUid) continue;
      return { ...resolved, categoryUid: category.uid, categoryName: category.caption };
    }
    return undefined;
  }

  /** Returns an object. */
  objectOf(name: string): Resolved {
    return this.#resolve("objects", name);
  }

  #resolve(kind: "events" | "objects", name: string): Resolved {
    const known = this.#resolved.get(`${kind}/${name}`) ?? this.#inherit(kind, name);
    this.#resolved.set(`${kind}/${name}`, known);
    return known;
  }

  #inherit(kind: "events" | "objects", name: string): Resolved {
    const definition = this.#definitions[kind].get(name);
    if (definition === undefined) throw new Error(`the schema has no ${name} among its ${kind}`);
    const { $include: included = [], ...own } = definition.attributes;
    const parent = definition.extends === undefined ? undefined : this.#resolve(kind, definition.extends);
    const profiles = included.map((path) => this.#read(path) as { readonly name: string; readonly attributes: Attributes });
    const ofProfiles = profiles.flatMap((profile) =>
      Object.entries(profile.attributes).map(([attribute, value]) => [attribute, { ...value, profile: profile.name }] as const),
    );
    const attributes: Record<string, Attribute> = { ...parent?.attributes };
    for (const [attribute, value] of [...ofProfiles, ...Object.entries(own as Attributes)]) {
      const base = attributes[attribute] ?? this.#dictionary[attribute];
      if (base === undefined) throw new Error(`the dictionary has no ${attribute}`);
      attributes[attribute] = { ...base, ...value, ...(base.enum === undefined && value.enum === undefined ? {} : { enum: { ...base.enum, ...value.enum } }) };
    }
    return { ...parent, ...definition, attributes };
  }

  #read(path: string): unknown {
    return JSON.parse(readFileSync(join(this.#folder, path), "utf8"));
  }
}
