import type { AnyReply } from "../core/http.ts";
import type { Json } from "../core/json.ts";
import { readChecked } from "../core/read-checked.ts";

/** A request to the control port. */
export interface ControlRequest {
  /** The parameters of the path, decoded. */
  readonly path: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** As text; empty if there is none. */
  readonly body: string;
}

/** Routes of the control port, by method and path template, such as `DELETE /faults/{id}`. */
export interface ControlRoutes {
  readonly [route: string]: (request: ControlRequest) => AnyReply | Promise<AnyReply>;
}

/** Returns the handler of a route with a JSON body, which a schema checks. `T` is the type of the schema. */
export function withBody<T>(schema: Json, handle: (value: T, request: ControlRequest) => AnyReply | Promise<AnyReply>): ControlRoutes[string] {
  return (request) => {
    const read = readChecked<T>(request.body, schema);
    return "problems" in read ? refusal(400, read.problems.join("; ")) : handle(read.value, request);
  };
}

/** An error response of the control port. */
export function refusal(status: number, message: string): AnyReply {
  return { status, body: { status, message } };
}
