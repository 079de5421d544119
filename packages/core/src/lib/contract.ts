// The types of the generated operation table. No code, because clients, emulator and tests all import it.

/** The HTTP methods that a contract may use. */
export type HttpMethod = "GET" | "PUT" | "POST" | "PATCH" | "DELETE";

/**
 * The constraints of a request value, checked before anything is sent: ranges, patterns, counts and exclusions, which types cannot express.
 *
 * @see JSON Schema 2020-12, Validation, for the keywords; `expected`, `advice` and `exclusive` are the contract's `x-expected`, `x-advice` and `x-exclusive`.
 */
export interface Constraint {
  readonly type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  readonly pattern?: string;
  /** What a string must be, in words for a message in place of the pattern (`x-expected`). */
  readonly expected?: string;
  /** What to do about a value that does not match `pattern`: the end of the error message (`x-advice`). */
  readonly advice?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  /** Lists of mutually exclusive properties. */
  readonly exclusive?: readonly (readonly string[])[];
  readonly properties?: { readonly [name: string]: Constraint };
  readonly items?: Constraint;
}

/** A path or query parameter. */
export interface Parameter extends Constraint {
  readonly required?: true;
}

/** How a form writes a property that is an array or an object: as one JSON text, or with a delimiter or a key in brackets in place of `name=a&name=b`. */
export type FormStyle = "json" | "comma" | "space" | "pipe" | "deep";

/** One part of a multipart body. The elements of an array are parts of their own, unless the contract says that its media type is JSON. */
export interface Part extends Constraint {
  readonly as: "text" | "json" | "bytes";
  /** The media types of the contract, which are separated by commas and may be ranges such as `image/*`; absent for text. */
  readonly mediaType?: string;
  readonly required?: true;
}

/** The media type and the constraints of a request body. */
export interface RequestBody extends Constraint {
  /** The media type; of bytes, it may be a range such as `image/*`. */
  readonly mediaType: string;
  readonly required?: true;
  /** Whether `null` is a body, and not the absence of one. */
  readonly nullable?: true;
  /** The format of a body that is neither JSON nor a form. */
  readonly as?: BodyFormat;
  /** The parts of a multipart body. */
  readonly parts?: { readonly [name: string]: Part };
  /** The properties of a form that are written in another style than the default. */
  readonly styles?: { readonly [name: string]: FormStyle };
}

/** The formats of request bodies other than JSON and forms. */
export type BodyFormat = "bytes" | "text" | "lines" | "multipart";

/** The credential of an operation: none, a client id and a client secret (RFC 7617), or a bearer token (RFC 6750). */
export interface Security {
  readonly scheme: "none" | "basic" | "bearer";
  /** The scopes or features that the token must have. */
  readonly scopes: readonly string[];
}

/** The pagination style of an operation, with the names of the properties and parameters that have the position. */
export type Pagination =
  | { readonly style: "next-link"; readonly items: string; readonly next: string; readonly cursor: string }
  | { readonly style: "next-link-live"; readonly items: string; readonly next: string; readonly cursor: string }
  | { readonly style: "offset"; readonly offset: string; readonly limit: string }
  | { readonly style: "cursor-body"; readonly items: string; readonly cursor: string; readonly more: string }
  | { readonly style: "scim-index"; readonly items: string; readonly startIndex: string; readonly count: string; readonly total: string };

/** The success response of an operation. */
export interface SuccessResponse {
  readonly status: number;
  readonly type: "json" | "text" | "bytes" | "none";
  /** The media type of the body; absent if there is no body. */
  readonly mediaType?: string;
}

/** The location of some values in a value: `true` for the whole value, an object for its properties by name, `[…]` for each element of an array. */
export type ValueTree = true | readonly [ValueTree] | { readonly [name: string]: ValueTree };

/** One row of a generated operation table. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** The path relative to the base URL, with parameters in braces; empty if the URL comes from a response. */
  readonly path: string;
  /** The property of the input that has the URL from a response (`x-address`). */
  readonly address?: string;
  /** Whether the request can be retried: `never` if sending it twice can do harm (`x-retry`). */
  readonly retry: "safe" | "never";
  readonly security: Security;
  readonly pathParameters?: { readonly [name: string]: Parameter };
  readonly queryParameters?: { readonly [name: string]: Parameter };
  readonly body?: RequestBody;
  readonly response: SuccessResponse;
  /** The value of the `Accept` header: every media type of the operation's responses in the contract. */
  readonly accept: string;
  readonly pagination?: Pagination;
  /** The location of secrets (`x-secret`) in the request body and in the response body. */
  readonly secrets?: { readonly request?: ValueTree; readonly response?: ValueTree };
  /** The location of 64-bit integers (`format: int64`) in the response body. Clients read them as decimal strings. */
  readonly int64?: ValueTree;
}

/** A generated operation table, by `operationId`. */
export interface OperationTable {
  readonly [id: string]: Operation;
}
