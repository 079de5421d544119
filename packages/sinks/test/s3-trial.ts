import { memoryCheckpoints } from "@keywright/core/feeds";
import { s3Sink } from "../src/s3.ts";
import type { SinkTrial, TrialEvent } from "../src/sink-rules.ts";
import { headOf, putTo } from "./s3-client.ts";
import { type S3Server, serveS3 } from "./s3-server.ts";

/** A bucket. */
export interface S3Trial extends SinkTrial {
  readonly server: S3Server;
  end(): Promise<void>;
}

/** Starts an S3 server with an empty bucket. */
export async function s3Trial(): Promise<S3Trial> {
  const server = await serveS3();
  const store = memoryCheckpoints();
  return {
    server,
    open({ maxEvents: _maxEvents, ...options }) {
      const sink = s3Sink<TrialEvent>({ ...options, put: putTo(server.url), head: headOf(server.url), store });
      return { sink, store: sink };
    },
    fail: server.fail,
    stored: async () => (await server.objects()).flatMap(({ events }) => events),
    // S3 takes any bytes, so only an event that is none can be rejected.
    poisoned: (event) => ({ ...event, id: "" }),
    end: server.close,
  };
}
