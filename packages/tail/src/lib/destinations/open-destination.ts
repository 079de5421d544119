import type { Job } from "../settings.ts";
import type { Destination, DestinationContext } from "./destination.ts";
import { openHttp } from "./http.ts";
import { openLines } from "./lines.ts";
import { openPostgres } from "./postgres.ts";

/** Opens the destination of a job. Libraries are loaded only for the targets that are used. */
export function openDestination(job: Job, context: DestinationContext): Promise<Destination> {
  const { target } = job.sink;
  switch (target.kind) {
    case "stdout":
      return openLines(job, {}, context);
    case "file":
      return openLines(job, target, context);
    case "postgres":
      return openPostgres(job, target, context);
    case "http":
      return openHttp(job, target, context);
  }
}
