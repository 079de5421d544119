import type { Poll } from "@keywright/core/client";
import type { Json } from "./json.ts";

// The parts of an OpenAPI document. The rule `struct` checks their shape before they are read.
// Any part may be a reference; `deref` returns its target.

/** Named parts of one kind. */
export interface Named<Part> {
  readonly [name: string]: Part;
}

/** A schema: JSON Schema 2020-12 with the extensions of specs/README.md. */
export interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly properties?: Named<Schema>;
  readonly patternProperties?: Named<Schema>;
  readonly additionalProperties?: Schema | boolean;
  readonly unevaluatedProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly then?: Schema;
  readonly else?: Schema;
  readonly dependentSchemas?: Named<Schema>;
  readonly dependentRequired?: Named<readonly string[]>;
  readonly discriminator?: Discriminator;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly contentSchema?: Schema;
  readonly "x-exclusive"?: readonly ExclusiveGroup[];
  readonly "x-expected"?: string;
  readonly "x-advice"?: string;
}

/** Alternatives, of which a value may have at most one: properties, or lists of them. */
export type ExclusiveGroup = readonly (string | readonly string[])[];

/** A discriminator. Its mapping has references to schemas, or their names. */
export interface Discriminator extends Json {
  readonly propertyName: string;
  readonly mapping?: Named<string>;
}

/** A value of a request or a response, in one media type. */
export interface MediaType extends Json {
  readonly schema?: Schema;
  /** The schema of an item of a stream (OpenAPI 3.2). */
  readonly itemSchema?: Schema;
  readonly encoding?: Named<Encoding>;
  readonly example?: unknown;
  readonly examples?: Named<Example>;
}

/** How a property of a form or of a multipart body is written. */
export interface Encoding extends Json {
  readonly contentType?: string;
  readonly style?: string;
  readonly explode?: boolean;
}

/** An example with its value. */
export interface Example extends Json {
  readonly value?: unknown;
}

/** Places of parameters. */
export type Place = "path" | "query" | "header" | "cookie";

/** A parameter, or a header without `name` and `in`. */
export interface Parameter extends Json {
  readonly name: string;
  readonly in: Place;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly schema?: Schema;
  readonly content?: Named<MediaType>;
  readonly example?: unknown;
  readonly examples?: Named<Example>;
  readonly "x-filter"?: FilterShape;
}

/** `x-filter`: the attributes with their types, the operators, and whether brackets are allowed. */
export interface FilterShape extends Json {
  readonly attributes: Named<string>;
  readonly operators: readonly string[];
  readonly brackets: boolean;
}

/** The body of a request. */
export interface RequestBody extends Json {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Named<MediaType>;
}

/** The response of a status. */
export interface Response extends Json {
  readonly description?: string;
  readonly headers?: Named<Pick<Parameter, "schema" | "required">>;
  readonly content?: Named<MediaType>;
}

/** A server, with the defaults of the variables in its URL. */
export interface Server extends Json {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Named<{ readonly default: string }>;
  readonly "x-name"?: string;
}

/** Schemes of credentials that are sent together, with their scopes. */
export type SecurityRequirement = Named<readonly string[]>;

/** A scheme of credentials. */
export interface SecurityScheme extends Json {
  readonly type?: string;
  readonly scheme?: string;
  readonly description?: string;
  readonly in?: string;
  readonly name?: string;
  readonly flows?: { readonly clientCredentials?: Flow } & Named<Flow>;
}

/** A flow of OAuth 2. */
export interface Flow extends Json {
  readonly tokenUrl?: string;
}

/** `x-feed`: the input with the start time, an event's id and time, and inputs of callers. */
export interface FeedShape extends Json {
  readonly since: string;
  readonly id: string;
  readonly time: string;
  readonly inputs: readonly string[];
}

/** An operation as it is written, with everything that its path and the document define for it. */
export interface Definition extends Json {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses?: Named<Response>;
  readonly security?: readonly SecurityRequirement[];
  readonly servers?: readonly Server[];
  readonly "x-address"?: string;
  readonly "x-retry"?: "safe" | "never" | "with-key";
  readonly "x-pagination"?: Json;
  readonly "x-feed"?: FeedShape;
  readonly "x-poll"?: Poll;
}

/** A document whose references point only inside it. */
export interface OpenApi extends Json {
  readonly servers?: readonly Server[];
  readonly security?: readonly SecurityRequirement[];
  readonly components?: {
    readonly schemas?: Named<Schema>;
    readonly securitySchemes?: Named<SecurityScheme>;
    readonly pathItems?: Named<Json>;
  } & Json;
  readonly "x-error"?: Json;
  readonly "x-ecs"?: Json;
  readonly "x-ocsf"?: Json;
}
