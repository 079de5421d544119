import type { Job } from "../settings/settings.ts";
import type { Sink, SinkContext } from "./sink.ts";
import { openElasticsearch } from "./elasticsearch.ts";
import { openHttp } from "./http.ts";
import { openLines } from "./lines.ts";
import { openNats } from "./nats.ts";
import { openOtlp } from "./otlp.ts";
import { openPostgres } from "./postgres.ts";
import { openS3 } from "./s3.ts";
import { openSplunk } from "./splunk.ts";

const OPEN = {
  postgres: openPostgres,
  http: openHttp,
  nats: openNats,
  s3: openS3,
  elasticsearch: openElasticsearch,
  splunk: openSplunk,
  otlp: openOtlp,
};

/** Opens the sink of a job. Libraries are loaded only for the sinks that are used. */
export function openSink(job: Job, context: SinkContext): Promise<Sink> {
  const { address } = job.sink;
  return "url" in address ? OPEN[address.kind](job, address, context) : openLines(job, address.kind === "file" ? address : {}, context);
}
