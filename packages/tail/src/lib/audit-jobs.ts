import { UsageError } from "@keywright/cli-kit";
import { platformClock } from "@keywright/core/client";
import type { SinkError, SinkEvent } from "@keywright/sinks";
import { openCheckpoints } from "./checkpoints.ts";
import { connect } from "./connect.ts";
import { createSender } from "./connections/sender.ts";
import { openFeed, serviceOf, type StreamEvent } from "./events/streams.ts";
import { checkFeatures, feedOptions } from "./follow-jobs.ts";
import { createLocalFiles } from "./output/local-files.ts";
import { createEventWriter } from "./output/event-writer.ts";
import type { ExitCode } from "./report/exit.ts";
import { logFeedEvent, logSinkEvent } from "./report/job-log.ts";
import type { Log } from "./report/log.ts";
import type { CommandContext } from "./settings/command-context.ts";
import type { Settings } from "./settings/settings.ts";
import { openSink } from "./sinks/open-sink.ts";
import { auditJob } from "./audit-job.ts";
import { READABLE } from "./audit/open-target.ts";

/**
 * Compares what the service has of a time with the targets. Logs each difference and the counts.
 *
 * @throws UsageError if no target can be read; the reason of the signal if it must stop.
 */
export async function auditJobs(settings: Settings, repair: boolean, context: CommandContext, log: Log): Promise<ExitCode> {
  const { env, signal, clock = platformClock } = context;
  const until = new Date(clock.wallNow()).toISOString();
  const jobs = settings.jobs.filter(({ sink }) => READABLE.includes(sink.address.kind)).map((job) => ({ ...job, until: job.until ?? until }));
  const other = settings.jobs.find(({ sink }) => !READABLE.includes(sink.address.kind));
  if (other !== undefined) {
    const message = `audit cannot read ${other.sink.address.kind}, only ${READABLE.join(", ")}`;
    if (jobs.length === 0) throw new UsageError(message);
    log.write({ level: "warn", stream: other.stream, sink: other.sink.name, event: "not-audited", message });
  }
  const outputs = settings.jobs.flatMap(({ sink: { address } }) => (address.kind === "file" ? [address.path] : []));
  const files = createLocalFiles(context);
  const sender = await createSender(settings, context);
  const checkpoints = openCheckpoints({ env, sender }, clock);
  let isSame = true;
  try {
    const connections = connect(settings, sender, context, log);
    const named = await checkFeatures(jobs, connections.events, signal);
    for (const job of jobs) {
      const { stream, sink } = job;
      const account = (serviceOf(stream) === "events" ? named : undefined) ?? settings.account;
      const subject = { stream, sink: sink.name };
      const toJson = await createEventWriter(job, () => {});
      const { deadLetter: path } = job;
      const deadLetter = path === undefined ? undefined : (event: StreamEvent, reason: SinkError) => files.deadLetter(path).keepEvent(stream, event, reason);
      const own = { env, clock, sender, toJson, deadLetter, lines: files.lines };
      const { counts, written } = await auditJob(job, {
        ...own,
        signal,
        outputs,
        store: await checkpoints.storeOf(job),
        openSink: repair
          ? (store, onWritten) => {
              const onEvent = (event: SinkEvent): void => {
                logSinkEvent(job, event, settings, log);
                onWritten(event);
              };
              return openSink(job, { ...own, store, onEvent });
            }
          : undefined,
        feedAt: (store, name) =>
          openFeed(stream, connections.of(stream), {
            ...feedOptions(job, store, settings, context),
            ...(name === undefined ? {} : { name }),
            ...(account === undefined ? {} : { account }),
            onEvent(event) {
              if (event.type === "trouble" || event.type === "no-progress") logFeedEvent(job, event, settings, log);
            },
          }),
        onDifference({ kind, id, time }) {
          const message = `${kind} ${id ?? "an event without an id"}${time === undefined ? "" : ` of ${time}`}`;
          log.write({ level: "error", ...subject, event: "difference", message, details: { kind, id, eventTime: time } });
        },
        warn: (message) => log.write({ level: "warn", ...subject, event: "not-audited", message }),
      });
      const { missing, doubled, changed } = counts;
      const differs = missing + doubled + changed > (written ?? 0);
      isSame &&= !differs;
      if (written !== undefined)
        log.write({ level: "info", ...subject, event: "repaired", message: `wrote ${written} of ${missing} missing events`, details: { written, missing } });
      const message = Object.entries(counts)
        .map(([name, count]) => `${name} ${count.toLocaleString("en-US")}`)
        .join(", ");
      if (differs || !settings.quiet) log.write({ level: differs ? "error" : "info", ...subject, event: "audited", message, details: counts });
    }
  } catch (error) {
    throw signal.aborted ? new Error("the audit was stopped before its end") : error;
  } finally {
    await checkpoints.close();
  }
  return isSame ? 0 : 7;
}
