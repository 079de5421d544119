import { describe, expect, it } from "vitest";
import { type JetStreamPublisher, natsSink, type NatsSinkOptions } from "../src/nats.ts";
import type { TrialEvent } from "../src/sink-rules.ts";
import { caught, eventsFrom, OPTIONS, runPage } from "./support.ts";

/** The subject and the message id of an event. */
async function published(own: Partial<NatsSinkOptions<TrialEvent>>): Promise<readonly [subject: string, msgID: string] | undefined> {
  const messages: (readonly [string, string])[] = [];
  const client: JetStreamPublisher = {
    async publish(subject, _payload, { msgID }) {
      messages.push([subject, msgID]);
      return { duplicate: false };
    },
  };
  await runPage(natsSink<TrialEvent>({ ...OPTIONS, client, ...own }), eventsFrom(0, 1));
  return messages[0];
}

/** A client whose subject no one listens to, and what the server says about its stream. */
function silent(find: (subject: string) => Promise<string>): JetStreamPublisher & { readonly asked: string[] } {
  const asked: string[] = [];
  let attempts = 0;
  return {
    asked,
    async publish() {
      attempts += 1;
      if (attempts > 2) return { duplicate: false };
      throw Object.assign(new Error("jetstream is not enabled"), { name: "JetStreamNotEnabled" });
    },
    jetstreamManager: async () => ({
      streams: {
        find(subject) {
          asked.push(subject);
          return find(subject);
        },
      },
    }),
  };
}

const named = (name: string): Error => Object.assign(new Error(name), { name });

describe("a subject of NATS to which no one listens", () => {
  it("ends the feed if no stream has it, with the subject and what to do", async () => {
    const client = silent(() => Promise.reject(named("StreamNotFoundError")));
    const error = await caught(runPage(natsSink<TrialEvent>({ ...OPTIONS, client, subject: "audit" }), eventsFrom(0, 2)));
    expect(String(error)).toBe(
      "Error: expected a JetStream stream with the subject audit.trialEvents.item_use; NATS has none. Create the stream, or correct the subject",
    );
    expect(client.asked).toEqual(["audit.trialEvents.item_use"]);
  });

  it.each([
    ["a stream has it", () => Promise.resolve("AUDIT")],
    ["the server cannot say it", () => Promise.reject(named("TimeoutError"))],
  ])("is retried if %s", async (_what, find) => {
    const client = silent(find);
    const sink = natsSink<TrialEvent>({ ...OPTIONS, client, maxBackoffMs: 1 });
    await runPage(sink, eventsFrom(0, 2));
    expect(sink.counters()).toMatchObject({ events: 2, retries: 1 });
  });

  it("is retried if the server does not know the stream that took earlier events, as a leaf node without its hub", async () => {
    let isLost = false;
    const client: JetStreamPublisher = {
      async publish() {
        if (!isLost) return { duplicate: false };
        isLost = false;
        throw named("NoRespondersError");
      },
      jetstreamManager: async () => ({ streams: { find: () => Promise.reject(named("StreamNotFoundError")) } }),
    };
    const sink = natsSink<TrialEvent>({ ...OPTIONS, client, maxBackoffMs: 1 });
    await runPage(sink, eventsFrom(0, 1));
    isLost = true;
    await runPage(sink, eventsFrom(1, 1));
    expect(sink.counters()).toMatchObject({ events: 2, retries: 1 });
  });

  it("ends the feed if its stream has only the subject of other types", async () => {
    const client: JetStreamPublisher = {
      async publish(subject) {
        if (subject.endsWith(".create")) return { duplicate: false };
        throw named("NoRespondersError");
      },
      jetstreamManager: async () => ({
        streams: { find: (subject) => (subject.endsWith(".create") ? Promise.resolve("AUDIT") : Promise.reject(named("StreamNotFoundError"))) },
      }),
    };
    const typeOf = ({ number }: TrialEvent) => (number === 0 ? "create" : "delete");
    const error = await caught(runPage(natsSink<TrialEvent>({ ...OPTIONS, client, typeOf }), eventsFrom(0, 2)));
    expect(String(error)).toContain("expected a JetStream stream with the subject events.trialEvents.delete; NATS has none");
  });
});

describe("a message of NATS", () => {
  it.each([
    ["it is full and discards new messages", 10_077],
    ["its server has no storage left", 10_023],
    ["its server cannot store messages", 10_047],
  ])("is published again while the stream does not take it, because %s", async (_why, code) => {
    const failures = [code, code];
    const limits: number[] = [];
    const client: JetStreamPublisher = {
      async publish(_subject, _payload, { timeout }) {
        limits.push(timeout);
        const failure = failures.shift();
        if (failure !== undefined) throw Object.assign(new Error("not stored"), { name: "JetStreamApiError", code: failure });
        return { duplicate: false };
      },
    };
    const sink = natsSink<TrialEvent>({ ...OPTIONS, client, maxBackoffMs: 1, timeoutMs: 12_345 });
    await runPage(sink, eventsFrom(0, 1));
    expect(sink.counters()).toMatchObject({ events: 1, retries: 2 });
    expect(limits).toEqual([12_345, 12_345, 12_345]);
  });

  it.each([
    ["event-0", "trialEvents:event-0"],
    ["a ", "trialEvents:a%20"],
    ["a\r\nNats-Rollup: all", "trialEvents:a%0D%0ANats-Rollup%3A%20all"],
    ["é:😀", "trialEvents:%C3%A9%3A%F0%9F%98%80"],
  ])("has an id that a header keeps as it is: %j", async (id, msgID) => {
    expect(await published({ idOf: () => id })).toEqual(["events.trialEvents.item_use", msgID]);
  });

  it.each([
    ["item.use > all *", "item_use___all__"],
    ["", "other"],
    ["é".repeat(5000), "_".repeat(200)],
  ])("has one token of its subject for a type", async (type, token) => {
    expect(await published({ typeOf: () => type })).toEqual([`events.trialEvents.${token}`, "trialEvents:event-0"]);
  });
});

it("an event that is too large for the client is a dead letter", async () => {
  const client: JetStreamPublisher = {
    async publish(_subject, payload) {
      if (payload.includes("text 1")) throw new Error("'max_payload' size exceeded");
      return { duplicate: false };
    },
  };
  const deadLetters: unknown[] = [];
  const sink = natsSink<TrialEvent>({ ...OPTIONS, client, deadLetter: ({ id }) => deadLetters.push(id) });
  await runPage(sink, eventsFrom(0, 3));
  expect([deadLetters, sink.counters().events]).toEqual([["event-1"], 2]);
});
