import type { CheckpointStore } from "@keywright/core/feeds";
import { fileCheckpoint } from "@keywright/core/node";
import { jetstream } from "@nats-io/jetstream";
import { Pool } from "pg";
import { elasticsearchSink } from "../../src/elasticsearch.ts";
import { httpSink } from "../../src/http.ts";
import type { Sink, SinkOptions } from "../../src/index.ts";
import { type JetStreamPublisher, natsSink } from "../../src/nats.ts";
import { otlpSink } from "../../src/otlp.ts";
import { postgresSink } from "../../src/postgres.ts";
import { s3Sink } from "../../src/s3.ts";
import type { TrialEvent } from "../../src/sink-rules.ts";
import { splunkSink } from "../../src/splunk.ts";
import { bulkTo } from "../elasticsearch-client.ts";
import { headOf, putTo } from "../s3-client.ts";
import { TOKEN } from "../splunk-trial.ts";
import { connectTo } from "./nats-cluster.ts";
import type { WriteJob } from "./write-job.ts";

const optionsOf = ({ timeoutMs = 5000 }: WriteJob): SinkOptions<TrialEvent> => ({
  stream: "trialEvents",
  idOf: ({ id }) => id,
  timeOf: ({ at }) => at,
  typeOf: ({ action }) => action,
  timeoutMs,
  maxBackoffMs: 50,
});

/** A sink with the store of its positions. */
export interface OpenSink {
  readonly sink: Sink<TrialEvent>;
  readonly store: CheckpointStore;
  end(): Promise<void>;
}

/** Opens the sink of a job. */
export function openSink(job: WriteJob): OpenSink {
  const { sink: name, url, checkpoint } = job;
  const options = optionsOf(job);
  if (name === "postgres") {
    const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 5000 });
    pool.on("error", () => {});
    const sink = postgresSink<TrialEvent>({ ...options, pool, leaseMs: 500 });
    return { sink, store: sink, end: () => pool.end() };
  }
  const store = fileCheckpoint(checkpoint);
  if (name === "s3") {
    const sink = s3Sink<TrialEvent>({ ...options, put: putTo(url), head: headOf(url), store });
    return { sink, store: sink, end: async () => {} };
  }
  if (name === "nats") {
    const connection = connectTo(url);
    const client: JetStreamPublisher = { publish: async (...message) => jetstream(await connection).publish(...message) };
    return { sink: natsSink<TrialEvent>({ ...options, client, subject: job.subject }), store, end: async () => (await connection).close() };
  }
  return { sink: SINKS[name](url, options), store, end: async () => {} };
}

const SINKS = {
  http: (url: string, options: SinkOptions<TrialEvent>) => httpSink({ ...options, url }),
  elasticsearch: (url: string, options: SinkOptions<TrialEvent>) => elasticsearchSink({ ...options, index: "audit", bulk: bulkTo(url) }),
  otlp: (url: string, options: SinkOptions<TrialEvent>) => otlpSink({ ...options, url }),
  splunk: (url: string, options: SinkOptions<TrialEvent>) => splunkSink({ ...options, url, token: TOKEN, ackPollMs: 1 }),
};
