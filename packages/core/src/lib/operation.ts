/** The methods that a contract may use. */
export type HttpMethod = "GET" | "PUT" | "POST" | "PATCH" | "DELETE";

/**
 * What a value that a caller gives must fulfil before anything is sent. Only what types cannot say: ranges, patterns, counts, exclusions.
 *
 * @see JSON Schema 2020-12, Validation, for the keywords; `exclusive` is the contract's `x-exclusive`.
 */
export interface Constraint {
  readonly type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  /** Lists of members of which at most one may be given. */
  readonly exclusive?: readonly (readonly string[])[];
  readonly properties?: { readonly [name: string]: Constraint };
  readonly items?: Constraint;
}

/** A path or query parameter. */
export interface Parameter extends Constraint {
  readonly required?: true;
}

/** What a request body is and must fulfil. */
export interface RequestBody extends Constraint {
  readonly mediaType: string;
  readonly required?: true;
}

/** Who may call: nobody is asked, a client id with its secret (RFC 7617), or the bearer of a token (RFC 6750). */
export interface Security {
  readonly scheme: "none" | "basic" | "bearer";
  /** The scopes, or features, that the token must carry. */
  readonly scopes: readonly string[];
}

/** How an operation pages; the members and parameters that carry the position are named. */
export type Pagination =
  | { readonly style: "next-link"; readonly items: string; readonly next: string; readonly cursor: string }
  | { readonly style: "next-link-live"; readonly items: string; readonly next: string; readonly cursor: string }
  | { readonly style: "offset"; readonly offset: string; readonly limit: string }
  | { readonly style: "cursor-body"; readonly items: string; readonly cursor: string; readonly more: string }
  | { readonly style: "scim-index"; readonly items: string; readonly startIndex: string; readonly count: string; readonly total: string };

/** What a successful answer is. */
export interface SuccessResponse {
  readonly status: number;
  readonly type: "json" | "text" | "bytes" | "none";
  /** The media type that the contract gives the body; absent where there is none. */
  readonly mediaType?: string;
}

/** Where secrets stand in a value (`x-secret`): `true` for all of it, by name for its members, `[…]` for each element of an array. */
export type SecretTree = true | readonly [SecretTree] | { readonly [name: string]: SecretTree };

/** One row of a generated operation table. Plain data: clients, emulator and tests all read it. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** The path below the base address, parameters in braces. Empty for an operation that is called at an `address`. */
  readonly path: string;
  /** The property of the input that holds the request's address (`x-address`). The address comes from a response and must be at the origin of `baseUrl`. */
  readonly address?: string;
  /** Whether sending it twice can do harm (`x-retry`). */
  readonly retry: "safe" | "never";
  readonly security: Security;
  readonly pathParameters?: { readonly [name: string]: Parameter };
  readonly queryParameters?: { readonly [name: string]: Parameter };
  readonly body?: RequestBody;
  readonly response: SuccessResponse;
  /** The value of the `Accept` header: every media type that the contract knows for the operation's answers. */
  readonly accept: string;
  readonly pagination?: Pagination;
  /** Where secrets stand in the request's body and in the answer's. */
  readonly secrets?: { readonly request?: SecretTree; readonly response?: SecretTree };
}

/** A generated operation table, by `operationId`. */
export interface OperationTable {
  readonly [id: string]: Operation;
}
