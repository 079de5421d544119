export { elasticsearchSink } from "./lib/elasticsearch/elasticsearch-sink.ts";
export type { BulkRequest, ElasticsearchSinkOptions } from "./lib/elasticsearch/elasticsearch-sink.ts";
