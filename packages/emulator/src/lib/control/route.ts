import type { AnyReply, EmulatorRequest } from "../core/http/http.ts";
import type { Json } from "../core/values/json.ts";
import type { StreamedResponse } from "../core/http/node-server.ts";
import { readChecked } from "../core/contract/check-value.ts";

/** A request to the control port. */
export interface ControlRequest {
  /** The parameters of the path, decoded. */
  readonly path: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  /** As text; empty if there is none. */
  readonly body: string;
  /** The request as it was sent. */
  readonly sent: EmulatorRequest;
}

/** A response of a route. */
export type ControlReply = AnyReply | StreamedResponse;

/** Routes of the control port, by method and path template, such as `DELETE /faults/{id}`. */
export interface ControlRoutes {
  readonly [route: string]: (request: ControlRequest) => ControlReply | Promise<ControlReply>;
}

/** Returns the handler of a route with a JSON body of type `T`, which a schema checks. */
export function withBody<T>(schema: Json, handle: (value: T, request: ControlRequest) => AnyReply | Promise<AnyReply>): ControlRoutes[string] {
  return (request) => {
    const read = readChecked<T>(request.body, schema);
    return "problems" in read ? errorResponse(400, read.problems.join("; ")) : handle(read.value, request);
  };
}

/** An error response of the control port. */
export function errorResponse(status: number, message: string): AnyReply {
  return { status, body: { status, message } };
}
