import { UsageError } from "@keywright/cli-kit";
import { platformClock } from "@keywright/core/client";
import type { SinkError, SinkEvent } from "@keywright/sinks";
import { openCheckpoints } from "./checkpoints.ts";
import { connect, type Connections } from "./connect.ts";
import { createSender, type Sender } from "./connections/sender.ts";
import { openFeed, serviceOf, type StreamEvent } from "./events/streams.ts";
import { connectAccount } from "./fleet/connect-account.ts";
import { checkFeatures, feedOptions } from "./follow-jobs.ts";
import { createLocalFiles } from "./output/local-files.ts";
import { createEventWriter } from "./output/event-writer.ts";
import { reasonOf, reasonText } from "./report/error-message.ts";
import type { ExitCode } from "./report/exit.ts";
import { logFeedEvent, logSinkEvent } from "./report/job-log.ts";
import type { Log } from "./report/log.ts";
import type { CommandContext } from "./settings/command-context.ts";
import type { CheckpointAddress, Job, Settings } from "./settings/settings.ts";
import { openSink } from "./sinks/open-sink.ts";
import { auditJob } from "./audit-job.ts";
import { READABLE } from "./audit/open-target.ts";

// Unlike the running program, an audit has an end.
const GIVE_UP_MS = 600_000;

/** What to audit: one account of the file of a fleet, if there is one. */
interface Audit {
  readonly repair: boolean;
  readonly config: string | undefined;
}

/**
 * Compares what the service has of a time with the targets. Logs each difference and the counts.
 *
 * @throws UsageError if no target can be read; the reason of the signal if it must stop.
 */
export async function auditJobs(settings: Settings, { repair, config }: Audit, context: CommandContext, log: Log): Promise<ExitCode> {
  const { env, signal, clock = platformClock } = context;
  const until = new Date(clock.wallNow()).toISOString();
  const jobs = readableOf(settings, log).map((job) => ({ ...job, until: job.until ?? until }));
  const outputs = settings.jobs.flatMap(({ sink: { address } }) => (address.kind === "file" ? [address.path] : []));
  const files = createLocalFiles(context);
  const sender = await createSender(settings, context);
  const checkpoints = openCheckpoints({ env, sender }, clock);
  const open = async (own: Sender): Promise<Connections> =>
    config === undefined ? connect(settings, own, context, log) : connectAccount(config, settings, own, context);
  let isSame = true;
  let isWhole = true;
  try {
    const connections = await open(sender);
    const named = await checkFeatures(jobs, connections.events, signal);
    for (const job of jobs) {
      const { stream, sink } = job;
      const account = (serviceOf(stream) === "events" ? named : undefined) ?? settings.account;
      const badPages = new Set<string>();
      const subject = { stream, sink: sink.name };
      const toJson = await createEventWriter(job, () => {});
      const { deadLetter: path } = job;
      const deadLetter = path === undefined ? undefined : (event: StreamEvent, reason: SinkError) => files.deadLetter(path).keepEvent(stream, event, reason);
      // Excludes another repair of S3, which has no lock.
      const repairStore = await checkpoints.storeOf({ ...job, checkpoint: sink.address.kind === "s3" ? repairsOf(job) : undefined });
      const own = { env, clock, sender, toJson, deadLetter, lines: files.lines };
      const { counts, written } = await auditJob(job, {
        ...own,
        signal,
        outputs,
        store: await checkpoints.storeOf(job),
        openSink: repair
          ? (onWritten) => {
              const onEvent = (event: SinkEvent): void => {
                logSinkEvent(job, event, settings, log);
                onWritten(event);
              };
              return openSink(job, { ...own, store: repairStore, onEvent });
            }
          : undefined,
        feedAt: (store, name) =>
          openFeed(stream, connections.of(stream), {
            ...feedOptions(job, store, settings, context),
            ...(name === undefined ? {} : { name }),
            ...(account === undefined ? {} : { account }),
            giveUpAfterMs: job.giveUpAfterMs ?? GIVE_UP_MS,
            async onBadPage({ next, error }) {
              const page = JSON.stringify(next);
              // It is requested again for what is late, and by a repair.
              if (badPages.has(page)) return;
              badPages.add(page);
              const reason = reasonOf(error, [serviceOf(stream)]);
              const message = `left out a page that cannot be read, number ${badPages.size}: ${reasonText(reason)}`;
              log.write({ level: "error", ...subject, event: "not-audited", message, details: { pages: badPages.size, error: reason } });
            },
            onEvent(event) {
              if (event.type === "trouble" || event.type === "no-progress") logFeedEvent(job, event, settings, log);
            },
          }),
        onDifference({ kind, id, time }) {
          const isDifference = kind !== "doubled" || hasEachOnce(job);
          if (!isDifference && settings.quiet) return;
          const message = `${kind} ${id ?? "an event without an id"}${time === undefined ? "" : ` of ${time}`}`;
          log.write({ level: isDifference ? "error" : "info", ...subject, event: "difference", message, details: { kind, id, eventTime: time } });
        },
        warn: (message) => log.write({ level: "warn", ...subject, event: "not-audited", message }),
      });
      const { missing, doubled, changed } = counts;
      const differs = missing + (hasEachOnce(job) ? doubled : 0) + changed > (written ?? 0);
      isSame &&= !differs;
      isWhole &&= badPages.size === 0;
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
  if (!isSame) return 7;
  return isWhole ? 0 : 5;
}

/** Whether a target has each event once. A file and S3 get a page again after a crash. */
const hasEachOnce = ({ sink }: Job): boolean => sink.address.kind === "postgres" || sink.address.kind === "elasticsearch";

const isReadable = ({ sink }: Job): boolean => READABLE.includes(sink.address.kind);

/**
 * Returns the jobs whose target can be read, and logs the others.
 *
 * @throws UsageError if there is none.
 */
function readableOf({ jobs }: Settings, log: Log): readonly Job[] {
  for (const { stream, sink } of jobs.filter((job) => !isReadable(job))) {
    const message = `audit cannot read ${sink.address.kind}, only ${READABLE.join(", ")}`;
    if (!jobs.some(isReadable)) throw new UsageError(message);
    log.write({ level: "warn", stream, sink: sink.name, event: "not-audited", message });
  }
  return jobs.filter(isReadable);
}

/** Returns where repairs have their position: next to that of the running program. */
function repairsOf({ checkpoint }: Job): CheckpointAddress | undefined {
  return checkpoint?.kind === "file" ? { ...checkpoint, path: `${checkpoint.path}.repair` } : checkpoint;
}
