import { describe, expect, it } from "vitest";
import { type JetStreamPublisher, natsSink, type NatsSinkOptions } from "../src/nats.ts";
import type { TrialEvent } from "../src/sink-rules.ts";
import { eventsFrom, OPTIONS, runPage } from "./support.ts";

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

describe("a message of NATS", () => {
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
