// The types of the generated operation table. No code, because clients, emulator and tests all import it.

/** The HTTP methods that a contract may use. */
export type HttpMethod = "GET" | "HEAD" | "PUT" | "POST" | "PATCH" | "DELETE";

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
  /** How the value is written; absent for `simple` in path and header, and for `form` in query and cookie. */
  readonly style?: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  /** Whether each element or property of the value is written by itself. */
  readonly explode?: true;
  /** Whether reserved characters of RFC 3986 are written as they are. */
  readonly allowReserved?: true;
  /** The media type of a value that is written as JSON, whatever its type. */
  readonly mediaType?: string;
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
  /** The media type; of bytes, it may be a range such as `image/*`, or several that are separated by commas. */
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
 * The formats of request bodies other than plain JSON: the properties of a `form` are texts, numbers and booleans, those of a `styled-form` also arrays and objects; `int64` is JSON with
 * 64-bit integers.
 */
export type BodyFormat = "form" | "styled-form" | "bytes" | "text" | "lines" | "multipart" | "int64";

/**
 * A credential from an option of the client: a bearer token, from `token` or `credentials.<name>`; or from `credentials.<name>` a user name with its password (RFC 7617), or an
 * API key with the header, query parameter or cookie that carries it.
 */
export type Credential =
  | { readonly type: "bearer"; readonly name?: string; readonly scopes?: readonly string[] }
  | { readonly type: "basic"; readonly name: string }
  | { readonly type: "key"; readonly name: string; readonly in: "header" | "query" | "cookie"; readonly key: string };

/** The credential of an operation: none, a bearer token (RFC 6750), or `named` ones. `basic`: a user name and its password in the call's input (RFC 7617). */
export interface Security {
  readonly scheme: "none" | "basic" | "bearer" | "named";
  /** The scopes or features that the token must have. */
  readonly scopes: readonly string[];
  /** For `basic`: the properties of the input. */
  readonly inputs?: readonly [username: string, password: string];
  /** For `named`: the alternatives, each with the credentials that are sent together; an empty one if the operation can be called without any. */
  readonly anyOf?: readonly (readonly Credential[])[];
}

/** The location of a property in a response body: its name, or the names that lead to it. */
export type PropertyPath = string | readonly string[];

/**
 * The pagination style of an operation, with the names of the parameters that take the position and of the properties that have it.
 *
 * Without `items`, the response body is the array of items.
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
 * `events` is a stream of server-sent events, `lines` one of JSON values with one on each line, `sequence` one of JSON values that begin with a record separator (RFC 7464);
 * `location` is a redirect whose address is the value.
 */
export interface SuccessResponse {
  /** The status; absent if the contract names none (`2XX`, `default`). */
  readonly status?: number;
  readonly type: "json" | "text" | "bytes" | "none" | StreamType | "location";
  /** The media type of the body without its parameters, or a range of them such as `image/*`; absent if there is no body. */
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
  /** Its input, as JSON pointers into the body of the first response (RFC 6901); absent if the `Location` header of the first response is polled. */
  readonly input?: { readonly [name: string]: string };
  /** The JSON pointer of the state in each polled body; absent if the status 202 means that the work continues. */
  readonly state?: string;
  /** The states that end it well. */
  readonly done?: readonly string[];
  /** The states that end it badly. */
  readonly failed?: readonly string[];
}

/** The location of some values in a value: `true` for the whole value, an object for its properties by name, `[…]` for each element of an array. */
export type ValueTree = true | readonly [ValueTree] | { readonly [name: string]: ValueTree };

/** One row of a generated operation table. */
export interface Operation extends Success {
  readonly id: string;
  readonly method: HttpMethod;
  /** The path relative to the base URL, with parameters in braces; empty if the URL comes from a response. */
  readonly path: string;
  /** The property of the input that has the URL from a response (`x-address`). */
  readonly address?: string;
  /** Whether the request can be retried: `never` if sending it twice can do harm, `with-key` if the idempotency key prevents that (`x-retry`). */
  readonly retry: "safe" | "never" | "with-key";
  /** The name of the header that has the idempotency key, and of the property of the input that replaces the one that the client makes. */
  readonly idempotencyKey?: string;
  /** The server that the operation is sent to, by its name among the client's `servers`; absent for the server at `baseUrl`. */
  readonly server?: string;
  readonly security: Security;
  readonly pathParameters?: { readonly [name: string]: Parameter };
  readonly queryParameters?: { readonly [name: string]: Parameter };
  /** Parameters in headers, by the names of the contract. */
  readonly headerParameters?: { readonly [name: string]: Parameter };
  readonly cookieParameters?: { readonly [name: string]: Parameter };
  readonly body?: RequestBody;
  /** Every success response, if there is more than one: the value is then `{ status, mediaType, body }`. `response` is the one of type `bytes`, or else the first. */
  readonly alternatives?: readonly Success[];
  /** The documented headers of the success responses, by their names in lower case. */
  readonly headers?: { readonly [name: string]: HeaderType };
  readonly poll?: Poll;
  /** The value of the `Accept` header: every media type of the operation's responses in the contract. */
  readonly accept: string;
  readonly pagination?: Pagination;
  /** The location of secrets (`x-secret`) in the request body and in the response body. */
  readonly secrets?: { readonly request?: ValueTree; readonly response?: ValueTree };
}

/** A generated operation table, by `operationId`. */
export interface OperationTable {
  readonly [id: string]: Operation;
}
