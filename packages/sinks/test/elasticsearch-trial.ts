import { elasticsearchSink } from "../src/elasticsearch.ts";
import type { SinkTrial, TrialEvent, TrialFault } from "../src/sink-rules.ts";
import { bulkTo } from "./elasticsearch-client.ts";
import { type HttpServer, type Reply, serveHttp } from "./http-server.ts";

/** An index behind the bulk API. */
export interface ElasticsearchTrial extends SinkTrial {
  readonly server: HttpServer;
  end(): Promise<void>;
}

const POISON = "poison";
const REJECTED = { status: 400, error: { type: "document_parsing_exception", reason: "failed to parse field [text]" } };
const BUSY = { status: 429, error: { type: "es_rejected_execution_exception", reason: "rejected execution" } };
const CONFLICT = { status: 409, error: { type: "version_conflict_engine_exception", reason: "document already exists" } };

/** Starts a server with one index, as "Bulk API" of the Elasticsearch Guide describes it: an item for each operation, in its order, each with a status of its own. */
export async function elasticsearchTrial(): Promise<ElasticsearchTrial> {
  const documents = new Map<string, TrialEvent>();
  const faults: TrialFault[] = [];

  function create(id: string, event: TrialEvent, isBusy: boolean) {
    if (isBusy) return BUSY;
    if (documents.has(id)) return CONFLICT;
    if (event.text === POISON) return REJECTED;
    documents.set(id, event);
    return { status: 201, result: "created" };
  }

  const server = await serveHttp(({ path, body }): Reply => {
    // The client checks the product that responds.
    const headers = { "x-elastic-product": "Elasticsearch", "content-type": "application/vnd.elasticsearch+json;compatible-with=8" };
    if (!path.startsWith("/_bulk")) return { status: 404, headers };
    const fault = faults.shift();
    if (fault === "error") return { status: 503, headers, body: { error: { type: "cluster_block_exception" }, status: 503 } };
    if (fault === "hang") return "hang";
    const lines = body
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    const items = Array.from({ length: lines.length / 2 }, (_unused, place) => {
      const { create: action } = lines[2 * place] as { readonly create: { readonly _index: string; readonly _id: string } };
      const { _id: id } = action;
      const event = lines[2 * place + 1] as TrialEvent;
      return { create: { ...action, ...create(id, event, fault === "half" && place % 2 === 1) } };
    });
    if (fault === "late") return "cut";
    return { status: 200, headers, body: { took: 1, errors: items.some(({ create: { status } }) => status !== 201), items } };
  });

  return {
    server,
    open: (options) => ({ sink: elasticsearchSink<TrialEvent>({ ...options, index: "audit", bulk: bulkTo(server.url) }) }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: async () => [...documents.values()],
    poisoned: (event) => ({ ...event, text: POISON }),
    end: () => server.close(),
  };
}
