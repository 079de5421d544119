import { Client } from "@elastic/elasticsearch";
import type { BulkRequest } from "../src/elasticsearch.ts";

/** Sends bulk requests with Elastic's client. */
export function bulkTo(node: string): BulkRequest {
  const client = new Client({ node, maxRetries: 0 });
  return (operations, { signal }) => client.bulk({ operations }, { signal });
}
