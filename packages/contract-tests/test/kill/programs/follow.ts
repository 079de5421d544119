import { writeSync } from "node:fs";
import { isKeywrightError } from "@keywright/core";
import { fileCheckpoint } from "@keywright/core/node";
import { createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";

/**
 * Follows a stream through a checkpoint file and prints the id of each event; a batch is handled when the pipe has taken it.
 *
 * It ends when it has caught up (`once`), after so many pages (a number), or never (`on`).
 */
const [baseUrl = "", token = "", path = "", limit = "1000", ends = "once"] = process.argv.slice(2);
const feed = auditEventFeed(createEventsClient({ baseUrl, token }), {
  store: fileCheckpoint(path),
  since: "2020-01-01T00:00:00Z",
  limit: Number(limit),
  maxHandlerAttempts: 1,
});
const enough = new AbortController();
let pages = 0;
try {
  await feed.run(
    async ({ events }) => {
      const text = events.map(({ uuid }) => `${uuid}\n`).join("");
      await new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
      pages += 1;
      if (pages === Number(ends)) enough.abort();
    },
    { signal: enough.signal, ...(ends === "on" ? {} : { until: "caught-up" }) },
  );
} catch (error) {
  writeSync(2, isKeywrightError(error) ? `${error.code} ${error.message}\n` : `untyped ${String(error)}\n`);
  process.exitCode = 1;
}
