import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BatchHandler, type CheckpointStore, memoryCheckpoints } from "@keywright/core/feeds";
import { checkpointTable } from "@keywright/core/postgres";
import { natsSink } from "@keywright/sinks/nats";
import { eventTable, postgresSink } from "@keywright/sinks/postgres";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { Pool } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { eventLine } from "../../../../packages/tail/src/lib/events/event-line.ts";
import { fileOutput } from "../../../../packages/tail/src/lib/output/file-output.ts";

/** An event, with the properties that a target needs. */
export interface SentEvent {
  readonly uuid: string;
  readonly timestamp: string;
  readonly action: string;
}

/** An empty target of events, for one round. */
interface DeliveryTarget {
  /** Our handler of a feed, with its store. */
  readonly handle: BatchHandler<SentEvent>;
  readonly store: CheckpointStore;
  /** Writes a batch for good: the shortest program with the target's own client. */
  readonly write: (events: readonly SentEvent[]) => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

const STREAM = "auditevents";
export const facts = {
  stream: STREAM,
  idOf: ({ uuid }: SentEvent) => uuid,
  timeOf: ({ timestamp }: SentEvent) => timestamp,
  typeOf: ({ action }: SentEvent) => action,
};

/** Functions that open a target. The address is that of the server, or the path of a file. */
export const deliveryTargets = {
  async postgres(url) {
    const pool = new Pool({ connectionString: url });
    await pool.query(`${eventTable()}${checkpointTable()};TRUNCATE keywright_events, keywright_checkpoints`);
    const sink = postgresSink<SentEvent>({ ...facts, pool });
    const client = await pool.connect();
    return {
      handle: sink.handle,
      store: sink,
      async write(events) {
        const rows = events.map((event) => [STREAM, event.uuid, event.action, event.timestamp, JSON.stringify(event)].map(copyText).join("\t")).join("\n");
        await pipeline(Readable.from([`${rows}\n`]), client.query(copyFrom("COPY keywright_events (stream, id, type, time, event) FROM STDIN")));
      },
      end: () => (client.release(), pool.end()),
    };
  },
  async nats(url) {
    const connection = await connect({ servers: url });
    const { streams } = await jetstreamManager(connection);
    await streams.delete("EVENTS").catch(() => {});
    await streams.add({ name: "EVENTS", subjects: ["events.>"] });
    const client = jetstream(connection);
    return {
      handle: natsSink<SentEvent>({ ...facts, client }).handle,
      store: memoryCheckpoints(),
      write: (events) =>
        Promise.all(events.map((event) => client.publish(`events.${STREAM}.${event.action}`, JSON.stringify(event), { msgID: `${STREAM}:${event.uuid}` }))),
      end: () => connection.close(),
    };
  },
  async file(path) {
    await rm(path, { force: true });
    const sink = fileOutput(path);
    await sink.open();
    const file = await open(path, "a");
    return {
      handle: ({ events }) => sink.write(events.map((event) => `${eventLine(STREAM, event, JSON.stringify(event))}\n`).join("")),
      store: memoryCheckpoints(),
      async write(events) {
        await file.appendFile(events.map((event) => `${JSON.stringify({ stream: STREAM, ...event })}\n`).join(""));
        await file.datasync();
      },
      end: () => Promise.all([sink.close(), file.close()]),
    };
  },
} satisfies { readonly [name: string]: (address: string) => Promise<DeliveryTarget> };

/** PostgreSQL, "COPY", text format. */
function copyText(value: string): string {
  return value.replace(/[\\\n\r\t]/g, (found) => COPY_ESCAPES[found] ?? found);
}

const COPY_ESCAPES: { readonly [character: string]: string } = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
