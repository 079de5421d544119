import { checkedReply, type Found, type CheckedInput } from "./outcome.ts";
import type { CheckedRequest } from "../contract/contract.ts";
import { type AnyReply, type EmulatorRequest, TOO_LARGE } from "../http/http.ts";
import { watchInput } from "../log/input-use.ts";
import { describeIssue } from "../values/issues.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import type { Match } from "./router.ts";
import type { Actor, Context, Service, Snapshots, ExtraRoute } from "../service/service.ts";
import { whenReady } from "../values/when-ready.ts";

/** Options of {@link createInputCheck}. */
export interface InputCheckOptions<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor> {
  readonly service: Service<Operations, Store, Seed, A>;
  readonly bodyLimitBytes: number;
  /** Whether to note what handlers read. */
  readonly isRecorded: boolean;
}

/** Creates the stage that returns an error response, or the function that calls the handler. */
export function createInputCheck<Operations, Store extends Snapshots<Seed>, Seed, A extends Actor>({
  service,
  bodyLimitBytes,
  isRecorded,
}: InputCheckOptions<Operations, Store, Seed, A>): (
  match: Match,
  request: EmulatorRequest,
  context: Context<Store, A>,
) => CheckedInput | Promise<CheckedInput> {
  const { contract, errorResponses } = service;
  const extraRoutes = new Map((service.extraRoutes ?? []).map((extra) => [extra.id, extra]));
  // The contract checks the input of a handler by the schemas of its types.
  const handlers = service.handlers as { readonly [id: string]: (input: unknown, context: Context<Store, A>) => AnyReply | Promise<AnyReply> };

  return ({ operation, path }, request, context) => {
    const extra = extraRoutes.get(operation.id);
    if (extra === undefined)
      return whenReady(contract.checkRequest(operation, request, path, bodyLimitBytes), (checkedRequest) => accept(operation, checkedRequest, context));
    return whenReady(request.readBody(bodyLimitBytes), (read): CheckedInput => {
      const body = extraBody(read);
      if (body === undefined) return tooLarge(operation);
      return { act: () => extra.handle({ path, query: new URLSearchParams(request.query), body }, context), body };
    });
  };

  function accept(operation: OperationSpec, request: CheckedRequest, context: Context<Store, A>): CheckedInput {
    if (request === "too-large") return tooLarge(operation);
    if (request === "unsupported-media-type") {
      const types = [...(operation.body?.content.keys() ?? [])];
      return { reply: errorResponses.unsupportedMediaType(types, operation), issues: [`the media type must be ${types.join(" or ")}`] };
    }
    const { input, issues, bodyLength } = request;
    const { body } = input;
    if (issues.length > 0) return { reply: errorResponses.invalid(issues, operation), issues: issues.map(describeIssue), body, bodyLength };
    const handler = handlers[operation.id];
    if (handler === undefined) throw new Error(`${service.name} has no handler for ${operation.id}`);
    const { view, use } = isRecorded ? watchInput(input) : { view: input, use: undefined };
    const act = (): AnyReply | Promise<AnyReply> => whenReady(handler(view, context), (reply) => checkedReply(contract, operation, reply));
    return { act, body, bodyLength, use };
  }

  function tooLarge(operation: OperationSpec): Found & { readonly reply: AnyReply } {
    return { reply: errorResponses.tooLarge(bodyLimitBytes, operation), issues: [`the body has more than ${bodyLimitBytes} bytes`] };
  }
}

/** Returns a route outside the contract as an operation, so that the same stages apply. */
export function operationOf({ id, method, path, scopes }: Pick<ExtraRoute<never, never>, "id" | "method" | "path" | "scopes">): OperationSpec {
  const security = scopes === undefined ? undefined : { scheme: "bearer", scopes };
  const alternatives = security === undefined ? [] : [[security.scheme]];
  return {
    id,
    method,
    path,
    security,
    alternatives,
    parameters: [],
    body: undefined,
    responses: new Map(),
    ranges: new Map(),
    hasCursor: false,
    definition: undefined,
  };
}

/** Returns a body as text; `undefined` if it is too large. */
function extraBody(read: Uint8Array | string | undefined | typeof TOO_LARGE): string | undefined {
  if (read === TOO_LARGE) return undefined;
  return typeof read === "string" ? read : new TextDecoder().decode(read);
}
