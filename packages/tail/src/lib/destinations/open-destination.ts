import type { Job } from "../settings.ts";
import type { Destination, DestinationContext } from "./destination.ts";
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

/** Opens the destination of a job. Libraries are loaded only for the targets that are used. */
export function openDestination(job: Job, context: DestinationContext): Promise<Destination> {
  const { target } = job.sink;
  return "url" in target ? OPEN[target.kind](job, target, context) : openLines(job, target.kind === "file" ? target : {}, context);
}
