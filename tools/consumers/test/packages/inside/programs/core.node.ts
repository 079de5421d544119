import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHANNELS, publishEvents } from "@keywright/core/diagnostics-channel";
import { fileCheckpoint, fileTokenStore, nodeTransport, tokenFile } from "@keywright/core/node";
import { createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { expectSame, type Services } from "../run-packages.ts";

/** Follows a feed on the Node transport, with its token and its position in files, and receives its calls on a diagnostics channel. */
export async function run({ events: { baseUrl, token } }: Services): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-matrix-"));
  let calls = 0;
  const count = (): void => void (calls += 1);
  const transport = await nodeTransport({ maxConnections: 1, withoutUndici: "fetch" });
  subscribe(CHANNELS.call, count);
  try {
    await writeFile(join(folder, "token"), `${token}\n`);
    const client = createEventsClient({ baseUrl, token: tokenFile(join(folder, "token")), transport, onEvent: publishEvents() });
    const options = { store: fileCheckpoint(join(folder, "position")), since: "2020-01-01T00:00:00Z", limit: 1000 };
    const { events } = await auditEventFeed(client, options).run(() => {}, { until: "caught-up" });
    expectSame("events", events, 4000);
    expectSame("events after the checkpoint", (await auditEventFeed(client, options).run(() => {}, { until: "caught-up" })).events, 0);
    expectSame("calls that were published", calls >= 5, true);

    const store = fileTokenStore(join(folder, "refresh-token"));
    await store.save("next");
    expectSame("the token that was kept", await store.load(), "next");
  } finally {
    unsubscribe(CHANNELS.call, count);
    await transport.close();
    await rm(folder, { recursive: true });
  }
  return `a checkpoint file, ${calls} calls on the Node transport published`;
}
