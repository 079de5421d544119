import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BatchHandler, type CheckpointStore, memoryCheckpoints } from "@keywright/core/feeds";
import { checkpointTable } from "@keywright/core/postgres";
import { natsSink } from "@keywright/sinks/nats";
import { eventTable, postgresSink } from "@keywright/sinks/postgres";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { Client, Pool } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { eventLine } from "../../../../packages/tail/src/lib/event-line.ts";
import { fileSink } from "../../../../packages/tail/src/lib/file-sink.ts";

/** An event, with the properties that a target needs. */
export interface SentEvent {
  readonly uuid: string;
  readonly timestamp: string;
  readonly action: string;
}

type WriteBatch = (events: readonly SentEvent[]) => Promise<unknown>;

/** A target of events: ours, and its own client. */
interface DeliveryTarget {
  /** Returns the handler of a feed, with its store. */
  ours(): Promise<{ readonly handle: BatchHandler<SentEvent>; readonly store: CheckpointStore; readonly end: () => Promise<unknown> }>;
  /** Returns the shortest program that writes a batch for good. */
  theirs(): Promise<{ readonly write: WriteBatch; readonly end: () => Promise<unknown> }>;
  /** Removes what is stored, before a round. */
  clear(): Promise<unknown>;
}

const STREAM = "auditevents";
const facts = {
  stream: STREAM,
  idOf: ({ uuid }: SentEvent) => uuid,
  timeOf: ({ timestamp }: SentEvent) => timestamp,
  typeOf: ({ action }: SentEvent) => action,
};

/** The targets by name. The address is that of the server, or the path of a file. */
export const deliveryTargets = {
  postgres: (url: string) => ({
    async ours() {
      const pool = new Pool({ connectionString: url });
      const sink = postgresSink<SentEvent>({ ...facts, pool });
      return { handle: sink.handle, store: sink, end: () => pool.end() };
    },
    async theirs() {
      const client = new Client({ connectionString: url });
      await client.connect();
      const write: WriteBatch = async (events) => {
        const rows = events.map((event) => [STREAM, event.uuid, event.action, event.timestamp, JSON.stringify(event)].map(copyText).join("\t")).join("\n");
        await pipeline(Readable.from([`${rows}\n`]), client.query(copyFrom("COPY keywright_events (stream, id, type, time, event) FROM STDIN")));
      };
      return { write, end: () => client.end() };
    },
    async clear() {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`${eventTable()}${checkpointTable()};TRUNCATE keywright_events, keywright_checkpoints`);
      await client.end();
    },
  }),
  nats: (url: string) => ({
    async ours() {
      const connection = await connect({ servers: url });
      return { handle: natsSink<SentEvent>({ ...facts, client: jetstream(connection) }).handle, store: memoryCheckpoints(), end: () => connection.close() };
    },
    async theirs() {
      const connection = await connect({ servers: url });
      const client = jetstream(connection);
      const write: WriteBatch = (events) =>
        Promise.all(events.map((event) => client.publish(`events.${STREAM}.${event.action}`, JSON.stringify(event), { msgID: `${STREAM}:${event.uuid}` })));
      return { write, end: () => connection.close() };
    },
    async clear() {
      const connection = await connect({ servers: url });
      const manager = await jetstreamManager(connection);
      await manager.streams.delete("EVENTS").catch(() => {});
      await manager.streams.add({ name: "EVENTS", subjects: ["events.>"] });
      await connection.close();
    },
  }),
  file: (path: string) => ({
    async ours() {
      const sink = fileSink(path);
      await sink.open();
      const handle: BatchHandler<SentEvent> = async ({ events }) => {
        await sink.write(events.map((event) => `${eventLine(STREAM, event, JSON.stringify(event))}\n`).join(""));
      };
      return { handle, store: memoryCheckpoints(), end: () => sink.close() };
    },
    async theirs() {
      const file = await open(path, "a");
      const write: WriteBatch = async (events) => {
        await file.appendFile(events.map((event) => `${JSON.stringify({ stream: STREAM, ...event })}\n`).join(""));
        await file.datasync();
      };
      return { write, end: () => file.close() };
    },
    clear: () => rm(path, { force: true }),
  }),
} satisfies { readonly [name: string]: (address: string) => DeliveryTarget };

/** PostgreSQL, "COPY", text format. */
function copyText(value: string): string {
  return value.replace(/[\\\n\r\t]/g, (found) => COPY_ESCAPES[found] ?? found);
}

const COPY_ESCAPES: { readonly [character: string]: string } = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
