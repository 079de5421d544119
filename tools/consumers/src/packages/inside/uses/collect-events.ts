import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Batch } from "@keywright/core/feeds";
import { fileCheckpoint } from "@keywright/core/node";
import type { EventsClient } from "@keywright/events";
import { auditEventFeed, itemUsageFeed, signInAttemptFeed } from "@keywright/events/feeds";
import { expectSame } from "../program.ts";
import { startCollector } from "./flaky-collector.ts";

const SINCE = "2020-01-01T00:00:00Z";

/** A collector takes a batch whole or not at all; the feed hands over again what it did not take. */
async function post(address: string, { events }: Batch<{ readonly uuid: string }>): Promise<void> {
  const response = await fetch(address, { method: "POST", body: JSON.stringify(events) });
  if (!response.ok) throw new Error(`the collector answers with status ${response.status}`);
}

/** Sends three streams to a collector, until each is caught up. */
async function collect(events: EventsClient, url: string, folder: string): Promise<void> {
  const options = (stream: string) => ({
    store: fileCheckpoint(join(folder, stream)),
    since: SINCE,
    limit: 250,
    maxHandlerAttempts: Infinity,
    maxBackoffMs: 20,
  });
  await Promise.all([
    auditEventFeed(events, options("audit")).run((batch) => post(`${url}/audit`, batch), { until: "caught-up" }),
    itemUsageFeed(events, options("usages")).run((batch) => post(`${url}/usages`, batch), { until: "caught-up" }),
    signInAttemptFeed(events, options("attempts")).run((batch) => post(`${url}/attempts`, batch), { until: "caught-up" }),
  ]);
}

/** Has a collector that fails often take all events, and compares what it has with what the lists show. */
export async function collectEvents(events: EventsClient): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-collect-"));
  const collector = await startCollector();
  try {
    const [start, all] = [{ limit: 1000, start_time: SINCE }, { max: 100_000 }];
    const listed = {
      audit: await events.listAuditEvents(start).toArray(all),
      usages: await events.listItemUsages(start).toArray(all),
      attempts: await events.listSignInAttempts(start).toArray(all),
    };
    await collect(events, collector.url, folder);
    let count = 0;
    for (const [stream, known] of Object.entries(listed)) {
      const received = collector.received.get(`/${stream}`);
      expectSame(`events of ${stream} that were lost`, known.filter(({ uuid }) => received?.has(uuid) !== true).length, 0);
      count += known.length;
    }
    if (count < 12_000) throw new Error(`expected at least 12000 events, got ${count}`);
    if (collector.failures() < 10) throw new Error(`expected the collector to fail often, got ${collector.failures()} failures`);
    return `${count} events collected, ${collector.failures()} failures of the collector`;
  } finally {
    await collector.close();
    await rm(folder, { recursive: true });
  }
}
