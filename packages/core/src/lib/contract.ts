// The types of the generated operation table. No code: clients, emulator and tests import it.

/** The HTTP methods that a contract may use. */
export type HttpMethod = "GET" | "HEAD" | "PUT" | "POST" | "PATCH" | "DELETE";

/**
 * The constraints of a request value, checked before anything is sent: ranges, patterns, counts and
 * exclusions, which types cannot express.
 *
 * @see JSON Schema 2020-12, Validation, for the keywords; `expected`, `advice` and `exclusive` are
 * the contract's `x-expected`, `x-advice` and `x-exclusive`.
 */
export interface Constraint {
  readonly type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  readonly pattern?: string;
  /** What a string must be, in words for a message in place of the pattern (`x-expected`). */
  readonly expected?: string;
  /** What to do about a value that does not match `pattern`: the message's end (`x-advice`). */
  readonly advice?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Lists of mutually exclusive properties. */
  readonly exclusive?: readonly (readonly string[])[];
  readonly properties?: { readonly [name: string]: Constraint };
  readonly items?: Constraint;
}

/** A parameter in path, query, headers or cookies. */
export interface Parameter extends Constraint {
  readonly required?: true;
  /** Whether `null` is allowed. It counts as omitted, except in JSON. */
  readonly nullable?: true;
  /** The style; absent for `simple` in path and header, and for `form` in query and cookie. */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** Whether each element or property of the value is written by itself. */
  readonly explode?: true;
  /** Whether reserved characters of RFC 3986 are written as they are. */
  readonly allowReserved?: true;
  /** The media type of a value that is written as JSON, whatever its type. */
  readonly mediaType?: string;
}

/**
 * How a form writes an array or object: as one JSON text, or with a delimiter or a key in brackets
 * in place of `name=a&name=b`.
 */
export type FormStyle = "json" | "comma" | "space" | "pipe" | "deep";

/** One part of a multipart body. Array elements are separate parts, unless sent as JSON. */
export interface Part extends Constraint {
  readonly as: "text" | "json" | "bytes";
  /** The allowed media types, separated by commas, or ranges such as `image/*`; absent for text. */
  readonly mediaType?: string;
  readonly required?: true;
}

/** The media type and the constraints of a request body. */
export interface RequestBody extends Constraint {
  /** The media type; of bytes also a range such as `image/*`, or several separated by commas. */
  readonly mediaType: string;
  readonly required?: true;
  /** Whether `null` is a body, and not the absence of one. */
  readonly nullable?: true;
  /** The format of a body that is not plain JSON. */
  readonly as?: BodyFormat;
  /** For `int64`: the location of 64-bit integers, which are given as decimal strings. */
  readonly int64?: ValueTree;
  /** The parts of a multipart body. */
  readonly parts?: { readonly [name: string]: Part };
  /** The properties of a form that are written in another style than the default. */
  readonly styles?: { readonly [name: string]: FormStyle };
}

/**
 * The formats of request bodies other than plain JSON: a `form` has texts, numbers and booleans, a
 * `styled-form` also arrays and objects; `int64` is JSON with 64-bit integers.
 */
export type BodyFormat = "form" | "styled-form" | "bytes" | "text" | "lines" | "multipart" | "int64";

/**
 * A credential from an option: a bearer token from `token` or `credentials.<name>`; or from
 * `credentials.<name>` a user name with its password (RFC 7617), or an API key with the header,
 * query parameter or cookie that carries it.
 */
export type Credential =
  | { readonly type: "bearer"; readonly name?: string; readonly scopes?: readonly string[] }
  | { readonly type: "basic"; readonly name: string }
  | { readonly type: "key"; readonly name: string; readonly in: "header" | "query" | "cookie"; readonly key: string };

/**
 * The credential of an operation: none, a bearer token (RFC 6750), or `named` ones. `basic`: a user
 * name and a password in the call's input (RFC 7617).
 */
export interface Security {
  readonly scheme: "none" | "basic" | "bearer" | "named";
  /** The scopes or features that the token must have. */
  readonly scopes: readonly string[];
  /** For `basic`: the properties of the input. */
  readonly inputs?: readonly [username: string, password: string];
  /** For `named`: the alternatives, each with the credentials to send; an empty one for none. */
  readonly anyOf?: readonly (readonly Credential[])[];
}

/** The location of a property in a response body: its name, or the names that lead to it. */
export type PropertyPath = string | readonly string[];

/**
 * The pagination style, with the names of the parameters and properties of the position. Without
 * `items`, the response body is the array of items.
 */
export type Pagination =
  | { readonly style: "next-link"; readonly items: PropertyPath; readonly next: PropertyPath; readonly cursor: string }
  | { readonly style: "next-link-live"; readonly items: PropertyPath; readonly next: PropertyPath; readonly cursor: string }
  | { readonly style: "link-header"; readonly items?: PropertyPath; readonly cursor: string }
  | { readonly style: "cursor-query"; readonly items: PropertyPath; readonly next: PropertyPath; readonly cursor: string }
  | { readonly style: "cursor-body"; readonly items: PropertyPath; readonly cursor: string; readonly more: PropertyPath }
  | { readonly style: "offset"; readonly items?: PropertyPath; readonly offset: string; readonly limit: string; readonly total?: PropertyPath }
  | {
      readonly style: "page-number";
      readonly items?: PropertyPath;
      readonly page: string;
      /** The number of the first page. Default: 1. */
      readonly first?: number;
      readonly pages?: PropertyPath;
      readonly total?: PropertyPath;
      readonly size?: PropertyPath;
    }
  | { readonly style: "scim-index"; readonly items: PropertyPath; readonly startIndex: string; readonly count: string; readonly total: PropertyPath };

/**
 * The success response of an operation.
 *
 * `events` is a stream of server-sent events, `lines` one of JSON values with one on each line,
 * `sequence` one of JSON values that begin with a record separator (RFC 7464); `location` is a
 * redirect whose address is the value.
 */
export interface SuccessResponse {
  /** The status; absent if the contract names none (`2XX`, `default`). */
  readonly status?: number;
  readonly type: "json" | "text" | "bytes" | "none" | StreamType | "location";
  /** The media type without parameters, or a range such as `image/*`; absent without a body. */
  readonly mediaType?: string;
  /** For `events`: the data of each event is JSON, not text. */
  readonly data?: "json";
}

/** The kinds of responses that are read item by item. */
export type StreamType = "events" | "lines" | "sequence";

/** A success response, and the location of values in its body, or in each item of a stream. */
export interface Success {
  readonly response: SuccessResponse;
  /** The location of secrets (`x-secret`). */
  readonly secrets?: { readonly response?: ValueTree };
  /** The location of 64-bit integers (`format: int64`). Clients read them as decimal strings. */
  readonly int64?: ValueTree;
}

/** The type of a documented header: how its text becomes a value. */
export type HeaderType = "string" | "number" | "boolean";

/** How the result of an operation that is accepted (202) is polled (`x-poll`). */
export interface Poll {
  /** The id of the operation that reads the state. */
  readonly operation: string;
  /**
   * Its input, as JSON pointers (RFC 6901) into the first body; absent if the first response's
   * `Location` is polled.
   */
  readonly input?: { readonly [name: string]: string };
  /** The JSON pointer of the state in a polled body; absent if 202 means that work continues. */
  readonly state?: string;
  /** The states that end it well. */
  readonly done?: readonly string[];
  /** The states that end it badly. */
  readonly failed?: readonly string[];
}

/** The location of values: `true` for the whole, an object by property, `[…]` for each element. */
export type ValueTree = true | readonly [ValueTree] | { readonly [name: string]: ValueTree };

/** One row of a generated operation table. */
export interface Operation extends Success {
  readonly id: string;
  readonly method: HttpMethod;
  /** The path below the base URL, with parameters in braces; empty for a URL from a response. */
  readonly path: string;
  /** The property of the input that has the URL from a response (`x-address`). */
  readonly address?: string;
  /** Whether to retry: `never` if twice does harm, `with-key` if a key prevents it (`x-retry`). */
  readonly retry: "safe" | "never" | "with-key";
  /** The header of the idempotency key, and the input property that replaces the client's own. */
  readonly idempotencyKey?: string;
  /** The operation's server among the client's `servers`; absent for the server at `baseUrl`. */
  readonly server?: string;
  readonly security: Security;
  readonly pathParameters?: { readonly [name: string]: Parameter };
  readonly queryParameters?: { readonly [name: string]: Parameter };
  /** Parameters in headers, by the names of the contract. */
  readonly headerParameters?: { readonly [name: string]: Parameter };
  readonly cookieParameters?: { readonly [name: string]: Parameter };
  readonly body?: RequestBody;
  /**
   * The success responses, if there are several: the value is `{ status, mediaType, body }`.
   * `response` is the one of type `bytes`, or else the first.
   */
  readonly alternatives?: readonly Success[];
  /** The documented headers of the success responses, by their names in lower case. */
  readonly headers?: { readonly [name: string]: HeaderType };
  readonly poll?: Poll;
  /** The value of the `Accept` header: every media type of the operation's responses. */
  readonly accept: string;
  readonly pagination?: Pagination;
  /** The location of secrets (`x-secret`) in the request body and in the response body. */
  readonly secrets?: { readonly request?: ValueTree; readonly response?: ValueTree };
}

/** A generated operation table, by `operationId`. */
export interface OperationTable {
  readonly [id: string]: Operation;
}
