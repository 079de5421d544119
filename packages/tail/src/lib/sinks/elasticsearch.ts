import type { ClientOptions } from "@keywright/core";
import type { Environment } from "@keywright/core/node";
import { type Contract, createClient, isApiError, isTemporary, type Operation, renameOptions } from "@keywright/core/client";
import { writeText } from "@keywright/core/openapi";
import type { BulkRequest } from "@keywright/sinks/elasticsearch";
import { SinkError } from "@keywright/sinks";
import { readSecret } from "../connections/secrets.ts";
import { type Job, sinkLabel } from "../settings/settings.ts";
import { httpAddress } from "../settings/sink-kinds.ts";
import type { SinkContext, OpenSink } from "./sink.ts";
import { requestOptions, sinkOptions } from "./sink-options.ts";

/** An index of Elasticsearch or OpenSearch, once. */
export const openElasticsearch: OpenSink<{ readonly url: string }> = async (job, { url }, context) => {
  const { elasticsearchSink } = await import("@keywright/sinks/elasticsearch");
  const cluster = await clusterOf(job, url, context);
  const { handle, close } = elasticsearchSink({ ...sinkOptions(job, context), index: decodeURIComponent(cluster.index), bulk: createBulk(cluster.options) });
  return { handle, store: context.store, close };
};

/** Returns the index in an address as the user wrote it, and the options of a client. */
export async function clusterOf(job: Job, url: string, { env, sender }: Pick<SinkContext, "env" | "sender">) {
  const [, address = "", user = "", rest = "", index = ""] = /^(https?:\/\/)(?:([^/@]*)@)?(.*)\/(.*)$/.exec(httpAddress(url)) ?? [];
  const authorization = await authorizationOf(decodeURIComponent(user), sinkLabel(job), env);
  const options: ClientOptions = {
    ...requestOptions(sender),
    baseUrl: `${address}${rest}`,
    middleware: [(request, next) => next({ ...request, headers: { ...request.headers, ...(authorization === undefined ? {} : { authorization }) } })],
  };
  return { index, options };
}

async function authorizationOf(user: string, label: string, env: Environment): Promise<string | undefined> {
  const [apiKey, password] = await Promise.all([readSecret(env, label, "API_KEY"), readSecret(env, label, "PASSWORD")]);
  if (apiKey !== undefined) return `ApiKey ${apiKey}`;
  return password === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

const BULK: Operation = {
  // Errors begin with it, as those of the other sinks do.
  id: "target",
  method: "POST",
  path: "/_bulk",
  retry: "safe",
  security: { scheme: "none", scopes: [] },
  body: { mediaType: "application/x-ndjson", required: true, as: "text" },
  response: { type: "json", mediaType: "application/json" },
  accept: "application/json",
};

interface Bulk {
  target(input: { readonly body: string }, call: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** Sends bulk requests once, because the sink repeats; core keeps secrets out of the errors. */
function createBulk(options: ClientOptions): BulkRequest {
  // Unlike its type, the reason of an error can quote an event.
  const contract = { operations: { target: BULK }, bodies: { text: writeText }, errorTexts: { message: [["error", "type"]] } } satisfies Contract;
  const client = createClient<Bulk, Bulk>(contract, {
    ...options,
    retry: false,
    timeoutMs: Infinity,
    totalTimeoutMs: Infinity,
  });
  return async (operations, { signal }) => {
    try {
      return await client.target({ body: `${operations.join("\n")}\n` }, { signal });
    } catch (thrown) {
      // As the sinks of HTTP name the address, because `baseUrl` is that of a service.
      const error = renameOptions(thrown, { baseUrl: "url" });
      // The sink knows the errors of Elasticsearch's clients.
      if (isApiError(error)) throw Object.assign(error, { statusCode: error.status });
      throw isTemporary(error) ? new SinkError("unavailable", error.message, { cause: error }) : error;
    }
  };
}
