import type { ScimUser } from "../generated/client.ts";

/** What of a user the service alone decides, or never changes: with what to do instead. */
export type FixedScimAttribute = "schemas" | "id" | "userName" | "displayName" | "preferredLanguage" | "meta";

/** The attributes of a user that a patch can change. */
export type ScimAttributes = Required<Omit<ScimUser, FixedScimAttribute>>;

/** The attributes that hold a list. */
export type ScimListName = { [Name in keyof ScimAttributes]: ScimAttributes[Name] extends readonly unknown[] ? Name : never }[keyof ScimAttributes];
/** One value of a list. */
export type ScimListValue<Name extends ScimListName> = Required<ScimAttributes[Name][number]>;

type ComplexName = { [Name in keyof ScimAttributes]: ScimAttributes[Name] extends string | boolean | readonly unknown[] ? never : Name }[keyof ScimAttributes];

/** Attributes by their path in dotted form, with the type of their values. */
export type ScimValues = ScimAttributes & {
  [Path in { [Name in ComplexName]: `${Name}.${keyof ScimAttributes[Name] & string}` }[ComplexName]]: string;
};

/** Which values of a list are meant: those that have all of these members. */
export type ScimSelector<Name extends ScimListName> = Partial<ScimListValue<Name>>;

/** Values of a list: `["emails", { type: "work" }]` selects them, `["emails", { type: "work" }, "value"]` is a member of each. */
export type ScimValuePath = {
  [Name in ScimListName]: readonly [Name, ScimSelector<Name>] | readonly [Name, ScimSelector<Name>, keyof ScimListValue<Name>];
}[ScimListName];

/** What a patch can name: an attribute in dotted form, or values of a list. */
export type ScimPath = keyof ScimValues | ScimValuePath;

/** The value that a path takes. */
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

/** The same for the check at run time; what the contract has and this lacks, or the other way round, does not compile. */
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
  schemas: "is the service's own",
  id: "is the service's own",
  userName: "never changes once it is set",
  displayName: "is made by the service out of name: change name.givenName and name.familyName",
  preferredLanguage: "follows locale: change locale",
  meta: "is the service's own",
};

/** What a value of a path must be: a kind, the members of an object, or a list of one of them. */
export type ScimKind = "string" | "boolean" | { readonly [name: string]: ScimKind } | readonly [ScimKind];
