import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { jetstream, type JetStreamClient, type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { TrialEvent } from "../../src/sink-rules.ts";

/** A cluster of three servers of NATS: Debian's package nats-server. */
export interface NatsCluster {
  /** The addresses, separated by commas. */
  readonly url: string;
  readonly client: JetStreamClient;
  /** Creates a stream with three replicas. */
  createStream(name: string, subject: string): Promise<void>;
  /** Returns the events of a stream, in its order. */
  read(name: string): Promise<TrialEvent[]>;
  /** Waits until all servers are up to date. A cluster survives the loss of one server: without its majority, NATS can lose a whole stream. */
  untilHealthy(): Promise<void>;
  /** Kills one server with SIGKILL, and starts it again. */
  killAndRestart(node: number): Promise<void>;
  stop(): Promise<void>;
}

const NODES = [0, 1, 2];
const PATIENCE_MS = 60_000;

/** Connects to a cluster, and again whenever the connection breaks. */
export function connectTo(url: string): Promise<NatsConnection> {
  return connect({ servers: url.split(","), maxReconnectAttempts: -1, reconnectTimeWait: 50, waitOnFirstConnect: true });
}

/** Starts a cluster on free ports of this machine. */
export async function startCluster(): Promise<NatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-nats-"));
  const ports = await Promise.all(NODES.map(freePort));
  const routes = await Promise.all(NODES.map(freePort));
  const monitors = await Promise.all(NODES.map(freePort));
  const peers = routes.map((port) => `"nats://127.0.0.1:${port}"`).join(",");
  const start = async (node: number): Promise<ChildProcess> => {
    const config = join(folder, `${node}.conf`);
    await writeFile(
      config,
      `server_name: node${node}\nlisten: "127.0.0.1:${ports[node]}"\nhttp: "127.0.0.1:${monitors[node]}"\njetstream { store_dir: "${join(folder, String(node))}" }\n` +
        `cluster { name: sinks, listen: "127.0.0.1:${routes[node]}", routes: [${peers}] }\n`,
    );
    return spawn("nats-server", ["-c", config], { stdio: "ignore" });
  };
  const nodes = await Promise.all(NODES.map(start));
  const url = ports.map((port) => `127.0.0.1:${port}`).join(",");
  const connection = await connectTo(url);
  const manager = await untilItWorks<JetStreamManager>(() => jetstreamManager(connection));
  const client = jetstream(connection);

  async function end(node: number): Promise<void> {
    const child = nodes[node];
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGKILL");
    await ended;
  }

  return {
    url,
    client,
    async createStream(name, subject) {
      await untilItWorks(() => manager.streams.add({ name, subjects: [`${subject}.>`], num_replicas: 3, duplicate_window: 600_000_000_000 }));
    },
    async read(name) {
      const { state } = await untilItWorks(() => manager.streams.info(name));
      const events: TrialEvent[] = [];
      if (state.messages === 0) return events;
      const consumer = await untilItWorks(() => client.consumers.get(name));
      for await (const message of await consumer.consume()) {
        events.push(message.json<TrialEvent>());
        // The server of the consumer may lag after a kill; the leader of the stream knows how many there are.
        if (message.info.pending === 0 && events.length >= (await manager.streams.info(name)).state.messages) break;
      }
      return events;
    },
    async untilHealthy() {
      await Promise.all(monitors.map((port) => untilItWorks(() => requireHealthy(port))));
    },
    async killAndRestart(node) {
      await end(node);
      nodes[node] = await start(node);
    },
    async stop() {
      await connection.close();
      await Promise.all(NODES.map(end));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error if the server is not there, or lacks what the others have. */
async function requireHealthy(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`);
  if (!response.ok) throw new Error(`the server is not healthy: ${await response.text()}`);
}

/** A cluster elects its leaders first. */
async function untilItWorks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let waited = 0; ; waited += 100) {
    try {
      return await work();
    } catch (error) {
      if (waited > PATIENCE_MS) throw error;
      await setTimeout(100);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
