import type { ScimUser } from "../generated/client.ts";

/** The attributes of a user that a patch cannot change. */
export type FixedScimAttribute = "schemas" | "id" | "userName" | "displayName" | "preferredLanguage" | "meta";

/** The attributes of a user that a patch can change. */
export type ScimAttributes = Required<Omit<ScimUser, FixedScimAttribute>>;

/** The attributes that are lists. */
export type ScimListName = { [Name in keyof ScimAttributes]: ScimAttributes[Name] extends readonly unknown[] ? Name : never }[keyof ScimAttributes];
/** One value of a list. */
export type ScimListValue<Name extends ScimListName> = Required<ScimAttributes[Name][number]>;

type ComplexName = { [Name in keyof ScimAttributes]: ScimAttributes[Name] extends string | boolean | readonly unknown[] ? never : Name }[keyof ScimAttributes];

/** Attributes by their dotted path, with the types of their values. */
export type ScimValues = ScimAttributes & {
  [Path in { [Name in ComplexName]: `${Name}.${keyof ScimAttributes[Name] & string}` }[ComplexName]]: string;
};

/** Selects the values of a list that have all of these properties. */
export type ScimSelector<Name extends ScimListName> = Partial<ScimListValue<Name>>;

/** Values of a list: `["emails", { type: "work" }]`, or with `"value"` a property of each. */
export type ScimValuePath = {
  [Name in ScimListName]: readonly [Name, ScimSelector<Name>] | readonly [Name, ScimSelector<Name>, keyof ScimListValue<Name>];
}[ScimListName];

/** The target of a change: an attribute by its dotted path, or values of a list. */
export type ScimPath = keyof ScimValues | ScimValuePath;

/** The type of value at a path. */
export type ScimPathValue<Path extends ScimPath> = Path extends keyof ScimValues
  ? ScimValues[Path]
  : Path extends readonly [infer Name extends ScimListName, unknown, infer Member]
    ? ScimListValue<Name>[Member & keyof ScimListValue<Name>]
    : Path extends readonly [infer Name extends ScimListName, unknown]
      ? Partial<ScimListValue<Name>>
      : never;

type Kind<Value> = Value extends boolean
  ? "boolean"
  : Value extends string
    ? "string"
    : Value extends readonly (infer Element)[]
      ? readonly [Kind<Element>]
      : { readonly [Name in keyof Required<Value>]: Kind<Required<Value>[Name]> };

/** Attributes for the check at run time; its type makes a difference from the contract an error. */
export const SCIM_KINDS: Kind<ScimAttributes> = {
  externalId: "string",
  name: { formatted: "string", familyName: "string", givenName: "string" },
  title: "string",
  locale: "string",
  timezone: "string",
  active: "boolean",
  emails: [{ primary: "boolean", type: "string", value: "string" }],
  phoneNumbers: [{ value: "string" }],
  roles: [{ value: "string", display: "string", primary: "boolean" }],
};

/** Why an attribute cannot be changed, and what to do. */
export const FIXED_SCIM_ATTRIBUTES: { readonly [Name in FixedScimAttribute]: string } = {
  schemas: "is set by the service",
  id: "is set by the service",
  userName: "never changes once it is set",
  displayName: "is derived from name: change name.givenName and name.familyName",
  preferredLanguage: "follows locale: change locale",
  meta: "is set by the service",
};

/** The kind of value at a path: a primitive, an object's properties, or a list. */
export type ScimKind = "string" | "boolean" | { readonly [name: string]: ScimKind } | readonly [ScimKind];
