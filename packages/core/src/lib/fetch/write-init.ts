import { createQuerySerializer, mergeHeaders, type QuerySerializerOptions } from "openapi-fetch";
import { isBodyInput, NO_SEGMENT, rejectInput } from "../call/request/check-input.ts";
import { isSentOnce } from "../call/stages/sent-once.ts";
import type { Operation } from "../contract.ts";
import type { HttpRequest } from "../http.ts";
import type { CallOptions } from "../options.ts";
import type { Contract, Input } from "../pipeline.ts";

/** The options of one request, as openapi-fetch takes them, and those of one call. */
export interface Init extends Pick<CallOptions, "timeoutMs" | "totalTimeoutMs" | "retry"> {
  readonly params?: { readonly [place in "path" | "query" | "header" | "cookie"]?: Input };
  readonly body?: unknown;
  readonly headers?: Parameters<typeof mergeHeaders>[0];
  readonly baseUrl?: string;
  readonly fetch?: unknown;
  readonly bodySerializer?: unknown;
  readonly pathSerializer?: unknown;
  readonly querySerializer?: ((query: Input) => string) | QuerySerializerOptions;
}

/** What the contract adds to the options of a request. */
export interface WrittenInit {
  /** The input that the request is written from, for the secrets in it. */
  readonly input: Input;
  readonly mediaType: string | undefined;
  /** Options of openapi-fetch in place of the caller's. */
  readonly more: object;
}

/**
 * Writes path, query, headers and body in the styles of the contract.
 *
 * @throws ArgumentError if a value would leave its place in the path, or the body cannot be
 * written.
 */
export function writeInit(row: Operation, init: Init, contract: Contract): WrittenInit {
  const { params = {}, body } = init;
  const { path, header, cookie } = params;
  // openapi-fetch leaves out null.
  const query = Object.fromEntries(Object.entries(params.query ?? {}).filter(([, value]) => value !== null));
  const headers = contract.writeHeaders?.(row, { ...header, ...cookie }, Object.fromEntries(mergeHeaders(init.headers)));
  const written = writeBody(row, init, contract);
  return {
    input: isBodyInput(row) ? (Object(body) as Input) : { ...path, ...query, ...header, ...cookie, body },
    mediaType: mergeHeaders(init.headers, header as Init["headers"]).has("content-type") ? undefined : (written?.mediaType ?? row.body?.mediaType),
    more: {
      // With a path, openapi-fetch calls the serializer.
      params: { ...params, path: { ...path }, header: { ...header, ...headers } },
      ...serializersOf(row, { ...path }, query, init, contract),
      ...(written && { bodySerializer: () => written.body, ...(isSentOnce({ body: written.body } as HttpRequest) && { duplex: "half" }) }),
    },
  };
}

/** Appends the query of a call to one that is written, in the styles of openapi-fetch. */
export function appendQuery(written: string, query: Input = {}, serializer?: Init["querySerializer"]): string {
  const write = typeof serializer === "function" ? serializer : createQuerySerializer(serializer);
  return [written, write(query).replace(/^\?/, "")].filter(Boolean).join("&");
}

function serializersOf(row: Operation, path: Input, query: Input, init: Init, contract: Contract): Pick<Init, "pathSerializer" | "querySerializer"> {
  const { id, pathParameters = {}, queryParameters = {} } = row;
  for (const name of Object.keys(pathParameters))
    if (NO_SEGMENT.test(String(path[name] ?? ""))) rejectInput(id, `params.path.${name}`, "must not be empty or a dot segment of a path", path[name]);
  const pick = (isKnown: boolean): Input => Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(queryParameters, name) === isKnown));
  const url = contract.writeUrl?.(row, { ...path, ...pick(true) }, "") ?? row.path;
  const [pathname = "", ...search] = url.split("?");
  return {
    pathSerializer: init.pathSerializer ?? ((whole: string) => whole.slice(0, whole.length - row.path.length) + pathname),
    querySerializer: init.querySerializer ?? (() => appendQuery(search.join("?"), pick(false))),
  };
}

/** Writes a body that is not plain JSON, unless the caller has. */
function writeBody(
  row: Operation,
  { body, bodySerializer }: Init,
  { bodies }: Contract,
): { readonly body: HttpRequest["body"]; readonly mediaType: string } | undefined {
  const write = row.body?.as && bodies?.[row.body.as];
  return body === undefined || bodySerializer !== undefined || body instanceof FormData ? undefined : write?.(row, body);
}
