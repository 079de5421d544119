import { type Contract, createClient, type Operation, renameOptions } from "@keywright/core/client";
import { writeText } from "@keywright/core/openapi";
import { clusterOf } from "../sinks/elasticsearch.ts";
import { copiesOf } from "./entry.ts";
import { parseExact } from "./exact-json.ts";
import type { OpenTarget } from "./target.ts";

interface Action {
  target(input: { readonly body?: string }, call: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** An index, alias or data stream of Elasticsearch or OpenSearch. */
export const openIndex: OpenTarget<{ readonly url: string }> = async (job, { url }, context) => {
  const { signal } = context;
  const { index, options } = await clusterOf(job, url, context);
  const post = (action: string, more: Pick<Operation, "body"> = {}): Action => {
    const target: Operation = {
      // Errors begin with it, as those of the sinks do.
      id: "target",
      method: "POST",
      path: `/${index}/_${action}`,
      retry: "safe",
      security: { scheme: "none", scopes: [] },
      response: { type: "json", mediaType: "application/json" },
      accept: "application/json",
      ...more,
    };
    const contract: Contract & { readonly operations: { readonly target: Operation } } = { operations: { target }, bodies: { text: writeText } };
    return createClient<Action, Action>(contract, { ...options, parseJson: parseExact });
  };
  const refresh = post("refresh");
  const search = post("search", { body: { mediaType: "application/json", required: true, as: "text" } });
  return {
    async read() {
      // A search does not see what was written since the last refresh.
      await refresh.target({}, { signal }).catch(named);
      return async (keys) => {
        const values = keys.map((key) => `${job.stream}:${key}`);
        const body = JSON.stringify({ size: MAX_HITS, query: { ids: { values } } });
        return copiesOf(documentsIn(await search.target({ body }, { signal }).catch(named), job.stream));
      };
    },
    close: async () => {},
  };
};

/** Throws an error that names the address as a sink's, because `baseUrl` is that of a service. */
function named(error: unknown): never {
  throw renameOptions(error, { baseUrl: "url" });
}

// The default of index.max_result_window.
const MAX_HITS = 10_000;

/** Returns the documents in a response of `_search`, which {@link parseExact} has parsed. */
function documentsIn(response: unknown, stream: string): readonly { readonly key: string; readonly value: unknown }[] {
  const { timed_out: timedOut, _shards: shards, hits } = Object(response) as { readonly [name: string]: unknown };
  const found: unknown = Reflect.get(Object(hits), "hits");
  if (timedOut !== false || Reflect.get(Object(shards), "failed") !== "0" || !Array.isArray(found))
    throw new Error("expected all documents of a search in Elasticsearch; got a part of them: start the audit again");
  const begin = `=${stream}:`;
  return found.map((hit: unknown) => ({ key: String(Reflect.get(Object(hit), "_id")).slice(begin.length), value: Reflect.get(Object(hit), "_source") }));
}
