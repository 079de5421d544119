import { createFeed, memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { run } from "../../../tail/src/lib/run.ts";
import { type JetStreamPublisher, natsSink } from "../../src/nats.ts";
import type { SinkTrial, TrialEvent, TrialFault } from "../../src/sink-rules.ts";
import { caught, eventsFrom, OPTIONS, runPage } from "../support.ts";
import { figuresOf, memoryOf, useWriters } from "./kills.ts";
import { type NatsCluster, startCluster } from "./nats-cluster.ts";
import { openSink } from "./open-sink.ts";
import { expectFigures, itKeepsRules } from "./rows.ts";
import { streamOf, type WriteJob } from "./write-job.ts";

const KILLS = inject("kills");
/** Each server of the cluster at least once; an election takes seconds. */
const SERVER_KILLS = Math.max(3, KILLS / 10);
const writers = useWriters();
let cluster: NatsCluster;
let streams = 0;

beforeAll(async () => {
  cluster = await startCluster();
}, 120_000);

afterAll(() => cluster?.stop());

async function beginTrial(): Promise<SinkTrial> {
  streams += 1;
  const [name, subject] = [`TRIAL${streams}`, `trial${streams}`];
  await cluster.createStream(name, subject);
  const faults: TrialFault[] = [];
  return {
    open: (options) => ({ sink: natsSink<TrialEvent>({ ...options, subject, client: failing(faults) }) }),
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    stored: () => cluster.read(name),
    poisoned: (event) => ({ ...event, text: "x".repeat(1_100_000) }),
  };
}

/** Takes the next fault for all messages of one write. */
function failing(faults: TrialFault[]): JetStreamPublisher {
  let write: { readonly fault: TrialFault | undefined; messages: number } | undefined;
  return {
    async publish(subject, payload, options) {
      if (write === undefined) {
        write = { fault: faults.shift(), messages: 0 };
        queueMicrotask(() => setImmediate(() => (write = undefined)));
      }
      write.messages += 1;
      const { fault, messages } = write;
      if (fault === "hang") return new Promise(() => {});
      if (fault === "error" || (fault === "half" && messages % 2 === 0)) throw Object.assign(new Error("no responders"), { name: "NoRespondersError" });
      const ack = await cluster.client.publish(subject, payload, options);
      if (fault === "late") throw Object.assign(new Error("timeout"), { name: "TimeoutError" });
      return ack;
    },
  };
}

describe("nats", () => {
  itKeepsRules({ once: true, ordered: false }, beginTrial);

  async function job(): Promise<WriteJob & { readonly name: string }> {
    streams += 1;
    const [name, subject] = [`KILLED${streams}`, `killed${streams}`];
    await cluster.createStream(name, subject);
    return { ...(await writers.job("nats", cluster.url)), subject, name };
  }

  const stored = async (name: string): Promise<number[]> => (await cluster.read(name)).map(({ number }) => number);

  it("loses and doubles nothing if its process is killed", async (context) => {
    const own = await job();
    await writers.killAtRandom(own);
    expectFigures(context, figuresOf(own.events, await stored(own.name)), { once: true, more: `${KILLS} kills` });
  });

  it("loses and doubles nothing if the servers are killed in turn", async (context) => {
    const own = await job();
    const { sink, end } = openSink({ ...own, timeoutMs: 1000 });
    const every = Math.ceil(own.events / own.page / (SERVER_KILLS + 1));
    let pages = 0;
    let kills = 0;
    let restart = Promise.resolve();
    const source = streamOf(own, async () => {
      await restart;
      pages += 1;
      if (pages % every !== 0) return;
      await cluster.untilHealthy();
      // The page is written while the server ends.
      restart = cluster.killAndRestart(kills++ % 3);
    });
    const feed = createFeed(source, { store: memoryCheckpoints(), since: "2026-03-02T08:00:00Z", maxHandlerAttempts: 1 });
    await feed.run(sink.handle, { until: "caught-up" });
    await restart;
    await end();
    expectFigures(context, figuresOf(own.events, await stored(own.name)), { once: true, more: `${kills} kills, ${sink.counters().retries} retries` });
  });

  it("has each event of keywright-tail once, also if it sends all of them again", async (context) => {
    await cluster.createStream("TAIL", "tail");
    const emulator = createEventsEmulator({ seed: { eventsPerStream: 500 } });
    const service = await serveEmulator(emulator, { port: 0 });
    onTestFinished(() => service.close());
    const env = { KEYWRIGHT_EVENTS_URL: service.url, KEYWRIGHT_EVENTS_TOKEN: emulator.token };
    const to = `nats://${cluster.url.split(",")[0]}/tail`;
    let said = "";
    const output = { write: (text: string) => void (said += text) };
    for (let runs = 0; runs < 2; runs += 1) {
      const args = ["auditevents", "--to", to, "--no-checkpoint", "--since", "2020-01-01", "--once"];
      expect(await run(args, { env, stdout: output, stderr: output, signal: new AbortController().signal }), said).toBe(0);
    }
    const expected = emulator.store.stream("auditevents").events.map(({ uuid }) => uuid);
    const sent = (await cluster.read("TAIL")).map((event) => Reflect.get(event, "uuid"));
    const lost = expected.filter((id) => !sent.includes(id)).length;
    expectFigures(context, { events: expected.length, lost, doubled: sent.length - new Set(sent).size }, { once: true });
  });

  it("ends the feed at a subject that no stream has, and the position does not move", async (context) => {
    const store = memoryCheckpoints();
    const source = streamOf({ ...(await writers.job("nats", cluster.url)), events: 2, page: 2 }, () => {});
    const sink = natsSink<TrialEvent>({ ...OPTIONS, client: cluster.client, subject: "unknown" });
    const feed = createFeed(source, { store, since: "2026-03-02T08:00:00Z", maxHandlerAttempts: 1 });
    expect(String(await caught(feed.run(sink.handle, { until: "caught-up" })))).toContain("expected a JetStream stream with the subject unknown.trialEvents.");
    expect((await (await store.acquire(source.stream)).load())?.position).toEqual({ since: "2026-03-02T08:00:00Z" });
    expectFigures(context, { events: 2, lost: 0, doubled: 0 }, { once: true });
  });

  it("needs at most 160 MB with a heap of 64 MB", async (context) => {
    const own = await job();
    const megabytes = await memoryOf(writers, own);
    expectFigures(context, figuresOf(own.events, await stored(own.name)), { once: true, more: `${megabytes} MB` });
  });

  it("gets a subject by stream and type, without wildcards, and ends the feed after an error that stays", async (context) => {
    const subjects: string[] = [];
    const client: JetStreamPublisher = {
      async publish(subject, _payload, { msgID }) {
        subjects.push(`${subject} ${msgID}`);
        if (subjects.length > 1) throw Object.assign(new Error("permissions violation"), { name: "PermissionViolationError" });
        return { duplicate: false };
      },
    };
    await runPage(natsSink<TrialEvent>({ ...OPTIONS, typeOf: () => "item.*.>", subject: "audit.events", client }), eventsFrom(0, 1));
    expect(subjects).toEqual(["audit.events.trialEvents.item____ trialEvents:event-0"]);
    expect(await caught(runPage(natsSink({ ...OPTIONS, client }), eventsFrom(0, 1)))).toMatchObject({ name: "PermissionViolationError" });
    expect(() => natsSink({ ...OPTIONS, client, subject: "audit.>" })).toThrow("subject must be a subject without wildcards, such as audit.events");
    expectFigures(context, { events: 1, lost: 0, doubled: 0 }, { once: true });
  });
});
