import { type Collection, createCollection, listsOf } from "../core/values/collection.ts";
import type { AnyReply } from "../core/http/http.ts";
import type { Json } from "../core/values/json.ts";
import type { Snapshots } from "../core/service/service.ts";
import { createStore } from "../core/service/snapshot.ts";

/** An entry of a resource: its value, and the parameters of its path. */
export interface Thing {
  /** The ids of its parents first. */
  readonly ids: readonly string[];
  readonly value: Json;
  /** Whether a request wrote it. Only for a resource with entity tags. */
  readonly isWritten?: boolean;
}

/** A token, an API key, or a user name with a password. */
export type Credential = string | { readonly username: string; readonly password: string };

/** A reply to a request with an idempotency key. */
interface KeyedReply {
  readonly key: string;
  readonly reply: AnyReply;
}

/** The state of a service of resources as plain data. */
export interface ResourceSeed {
  /** By the names of the contract's security schemes. */
  readonly credentials: { readonly [scheme: string]: Credential };
  readonly resources: { readonly [name: string]: readonly Thing[] };
  /** Replies by idempotency key. */
  readonly replies?: readonly KeyedReply[];
}

/** The state of a service of resources. */
export interface ResourceStore extends Snapshots<ResourceSeed> {
  readonly credentials: ResourceSeed["credentials"];
  /** Returns the things of a resource. @throws Error if the resource does not exist. */
  things(resource: string): Collection<Thing>;
  readonly replies: Collection<KeyedReply>;
  /** Deletes a thing and everything that belongs to it. */
  delete(resource: string, ids: readonly string[]): void;
}

/** Returns the key of a thing in its collection. */
export function keyOf(ids: readonly string[]): string {
  return ids.map(encodeURIComponent).join("/");
}

/** Creates the store. */
export function createResourceStore(seed: ResourceSeed, belongsTo: (resource: string) => string | undefined): ResourceStore {
  const store = createStore(seed, open, ({ credentials, resources, replies }) => ({
    credentials,
    resources: listsOf(Object.fromEntries(resources)),
    replies: replies.list(),
  }));
  const things = (resource: string): Collection<Thing> => {
    const found = store.resources.get(resource);
    if (found === undefined) throw new Error(`the state has no ${resource}; it has ${[...store.resources.keys()].join(", ")}`);
    return found;
  };
  const remove = (resource: string, ids: readonly string[]): void => {
    things(resource).delete(keyOf(ids));
    for (const below of store.resources.keys())
      if (belongsTo(below) === resource)
        for (const thing of things(below).list((each) => ids.every((id, index) => each.ids[index] === id))) remove(below, thing.ids);
  };
  return Object.assign(store, { things, delete: remove });
}

function open({ credentials, resources, replies = [] }: ResourceSeed) {
  const collections = Object.entries(resources).map(([name, things]) => [name, createCollection(things, ({ ids }) => keyOf(ids))] as const);
  return { credentials, resources: new Map(collections), replies: createCollection(replies, ({ key }) => key) };
}
