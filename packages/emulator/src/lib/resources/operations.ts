import { checkPrecondition, tagOf } from "./entity-tags.ts";
import { applyJsonPatch, mergePatch } from "./json-patch.ts";
import { InvalidInput } from "../core/values/issues.ts";
import type { AnyReply } from "../core/http/http.ts";
import { isObject, type Json } from "../core/values/json.ts";
import type { OperationSpec } from "../core/schemas/operation-spec.ts";
import { type Paging, pageOf } from "./pages.ts";
import { Rejected } from "./rejected.ts";
import { changed, find, findParent, idsOf, keep, made, type Resource, type ResourceContext, type ResourceInput } from "./resource.ts";
import { keyOf, type Thing } from "./store.ts";
import { newId, only, shown, withValueAt } from "./values.ts";

// The type of a reply is a parameter, because the stages check each reply by the contract.

/** The parts of a response that are not in the state. */
export interface ReplyParts {
  /** The property of the body that contains the thing; absent if the body is the thing. */
  readonly envelope?: string;
  /** Required properties in addition to those of the resource. */
  readonly beside?: Json;
  /** Its headers; `{origin}` and the parameters of the path are replaced. */
  readonly headers?: { readonly [name: string]: string };
}

/** How a request contains a thing. */
export interface RequestParts {
  /** The property of the body that contains it; absent if the body is the thing. */
  readonly inside?: string;
}

/** Lists the things of a resource, or those below the ids of the path. */
export function list<R>(
  resource: Resource,
  input: ResourceInput,
  context: ResourceContext,
  how: { readonly filters?: readonly string[]; readonly paging?: Paging; readonly items?: string; readonly page: unknown; readonly beside?: Json },
): R {
  const { operation, store, request } = context;
  const above = idsOf(input, context);
  findParent(resource, above, context);
  const query = Object(input.query) as Json;
  const things = store
    .things(resource.name)
    .list(({ ids, value }) => above.every((id, index) => ids[index] === id) && matches(value, only(query, how.filters ?? [])));
  const values = things.map(({ value }) => ({ ...how.beside, ...value }));
  const status = successOf(operation);
  if (how.paging === undefined) return reply(status, how.items === undefined ? values : withValueAt(how.page, how.items, values));
  const asked = how.paging.inBody ? (Object(input.body) as Json) : query;
  const { body, headers } = pageOf(values, how.paging, asked, how.page, request);
  return reply(status, body, headers);
}

/** Returns whether a thing matches a query; one matching value of several is enough. */
function matches(value: Json, filters: Json): boolean {
  return Object.entries(filters).every(([name, wanted]) => {
    const [own, asked] = [value[name], wanted].map((each) => (Array.isArray(each) ? each.map(String) : [String(each)]));
    return asked?.some((each) => own?.includes(each));
  });
}

/** Creates a thing. A repeated idempotency key returns the earlier reply. */
export function create<R>(
  resource: Resource,
  input: ResourceInput,
  context: ResourceContext,
  how: ReplyParts & RequestParts & { readonly idempotencyKey?: string } = {},
): R {
  const { operation, store, random } = context;
  const key = how.idempotencyKey === undefined ? undefined : (Object(input.header) as Json)[how.idempotencyKey];
  const keyed = key === undefined ? undefined : `${operation.id} ${String(key)}`;
  const before = keyed === undefined ? undefined : store.replies.get(keyed);
  if (before !== undefined) return before.reply as R;
  const above = idsOf(input, context);
  findParent(resource, above, context);
  const given = resource.id === undefined || resource.fixed?.includes(resource.id) ? undefined : (Object(bodyOf(input, how)) as Json)[resource.id];
  const isTaken = (id: unknown): boolean => store.things(resource.name).get(keyOf([...above, String(id)])) !== undefined;
  if (given !== undefined && isTaken(given)) throw new Rejected(409, `${resource.one} ${String(given)} already exists`);
  const ids = [...above, String(given ?? newId(resource.sample, isTaken, random))];
  const value = keep(resource, ids, made(resource, ids, bodyOf(input, how), context), context);
  const response = replyWith<R & AnyReply>(resource, { ids, value }, context, how);
  if (keyed !== undefined) store.replies.insert({ key: keyed, reply: response });
  return response;
}

/** Returns a thing. */
export function read<R>(resource: Resource, input: ResourceInput, context: ResourceContext, how: ReplyParts = {}): R {
  return replyWith(resource, find(resource, idsOf(input, context), context), context, how);
}

/** Replaces a thing, or creates it if the contract has the status 201. */
export function replace<R>(
  resource: Resource,
  input: ResourceInput,
  context: ResourceContext,
  how: ReplyParts & RequestParts & { readonly new?: ReplyParts } = {},
): R {
  const { operation, store } = context;
  const ids = idsOf(input, context);
  findParent(resource, ids, context);
  const before = store.things(resource.name).get(keyOf(ids));
  if (before === undefined && !operation.responses.has(201)) find(resource, ids, context);
  checkPrecondition(resource, before, input, context);
  const fresh = made(resource, ids, bodyOf(input, how), context);
  const value = keep(resource, ids, before === undefined ? fresh : changed(resource, before.value, fresh, context), context);
  if (before === undefined) return replyWith(resource, { ids, value }, context, how.new ?? {}, 201);
  const status = [...operation.responses.keys()].find((each) => each !== 201 && each < 300);
  return replyWith(resource, { ids, value }, context, how, status);
}

/** Changes a thing by the contract's patch: RFC 6902, RFC 7396, or new property values. */
export function patch<R>(resource: Resource, input: ResourceInput, context: ResourceContext, how: ReplyParts & RequestParts = {}): R {
  const { operation } = context;
  const thing = find(resource, idsOf(input, context), context);
  checkPrecondition(resource, thing, input, context);
  const { ids, value } = thing;
  const after = patched(value, bodyOf(input, how), operation, Object.keys(resource.template));
  if (!isObject(after)) throw new Rejected(400, `The ${resource.one} must be an object`);
  const kept = keep(resource, ids, changed(resource, value, after, context), context);
  return replyWith(resource, { ids, value: kept }, context, how);
}

function patched(value: Json, body: unknown, { body: declared }: OperationSpec, required: readonly string[]): unknown {
  try {
    if (Array.isArray(body)) return applyJsonPatch(value, body);
  } catch (error) {
    if (error instanceof InvalidInput) throw new Rejected(400, error.message);
    throw error;
  }
  return declared?.content.has("application/merge-patch+json") ? mergePatch(value, body, required) : { ...value, ...(isObject(body) ? body : {}) };
}

/** Deletes a thing and everything that belongs to it. */
export function remove<R>(resource: Resource, input: ResourceInput, context: ResourceContext, how: ReplyParts = {}): R {
  const thing = find(resource, idsOf(input, context), context);
  checkPrecondition(resource, thing, input, context);
  context.store.delete(resource.name, thing.ids);
  return replyWith(resource, thing, context, how);
}

/** Returns the contract's example, if the thing that it belongs to exists. */
export function example<R>(
  input: ResourceInput,
  context: ResourceContext,
  how: Pick<ReplyParts, "headers"> & { readonly of?: Resource; readonly status?: number; readonly body?: unknown },
): R {
  const { operation } = context;
  if (how.of !== undefined) find(how.of, idsOf(input, context).slice(0, how.of.path.length), context);
  const headers = filled(how.headers, Object(input.path) as { readonly [name: string]: string }, context);
  return { ...reply<AnyReply>(how.status ?? successOf(operation), how.body, headers), isExample: true } as R;
}

function bodyOf({ body }: ResourceInput, { inside }: RequestParts): unknown {
  return inside === undefined ? body : (Object(body) as Json)[inside];
}

function successOf({ responses, ranges }: OperationSpec): number {
  return (
    [...responses.keys()].find((status) => status >= 200 && status < 300) ??
    [...responses.keys()].find((status) => status < 400) ??
    (ranges.size > 0 ? 200 : 204)
  );
}

/** Returns the reply with a thing. Default status: the first one of success in the contract. */
function replyWith<R>(
  resource: Resource,
  { ids, value }: Pick<Thing, "ids" | "value">,
  context: ResourceContext,
  { beside, headers, envelope }: ReplyParts,
  status = successOf(context.operation),
): R {
  const { name, path, properties } = resource;
  const thing = context.store.things(name).get(keyOf(ids));
  const tags = headers?.["etag"] === undefined || thing === undefined ? {} : { etag: tagOf(resource, thing) };
  const parameters = Object.fromEntries(path.map((parameter, index) => [parameter, encodeURIComponent(ids[index] ?? "")]));
  const body = envelope === undefined ? shown(context.operation, status, value, beside) : { ...beside, [envelope]: only(value, properties) };
  return reply(status, body, headers && { ...filled(headers, parameters, context), ...tags });
}

function filled(headers: ReplyParts["headers"], parameters: { readonly [name: string]: string }, { request }: ResourceContext): ReplyParts["headers"] {
  if (headers === undefined) return undefined;
  const valueOf = (whole: string, name: string): string => (name === "origin" ? request.origin : (parameters[name] ?? whole));
  return Object.fromEntries(Object.entries(headers).map(([header, text]) => [header, text.replaceAll(/\{(\w+)\}/g, valueOf)]));
}

function reply<R>(status: number, body: unknown, headers?: AnyReply["headers"]): R {
  return { status, ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) } as R;
}
