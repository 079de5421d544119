import { readConfig } from "./command/config-file.ts";
import { readFleetFile } from "./command/fleet-file.ts";
import { readConnection } from "./connect.ts";
import { checkReferences } from "./fleet/references.ts";
import { endpointOf } from "./sinks/s3.ts";
import { errorMessage } from "./report/error-message.ts";
import type { Mistakes } from "./command/option-sources.ts";
import type { ExitCode } from "./report/exit.ts";
import { readSecret } from "./connections/secrets.ts";
import { type CheckpointAddress, type Job, type Settings, labelOf, sinkLabel, type SinkAddress } from "./settings/settings.ts";
import { streamOutput } from "./output/line-output.ts";
import { serviceOf } from "./events/streams.ts";
import type { CommandContext } from "./settings/command-context.ts";
import { SINK_KINDS, type SecretName } from "./settings/sink-kinds.ts";

/** The mistakes so far, and the file of a fleet. */
interface Checked {
  readonly mistakes: Mistakes;
  readonly config: string | undefined;
}

/** Prints what the command would do, and each mistake of its configuration. Sends nothing. */
export async function checkConfig(settings: Settings, { mistakes, config }: Checked, { env, stdout, stderr }: CommandContext): Promise<ExitCode> {
  const all = new Set(mistakes);
  const check = async (work: () => unknown, ...services: Parameters<typeof errorMessage>[1]): Promise<void> => {
    try {
      await work();
    } catch (error) {
      all.add(errorMessage(error, services));
    }
  };
  const silent = { debug() {}, info() {}, warn() {} };
  if (config === undefined)
    for (const service of new Set(settings.jobs.map(({ stream }) => serviceOf(stream)))) await check(() => readConnection(service, env, silent), service);
  else await checkReferences(readFleetFile(readConfig(config)), env, check);
  for (const [sink, secret] of new Map(settings.jobs.flatMap(secretsOf).map((pair) => [pair.join(), pair])).values())
    await check(() => readSecret(env, sink, secret));
  if (settings.jobs.some(({ sink }) => sink.address.kind === "s3")) await check(() => endpointOf(env));
  if (mistakes.size === 0) await streamOutput(stdout).write(settings.jobs.map((job) => `${describe(job)}\n`).join(""));
  for (const mistake of all) stderr.write(`keywright-tail: ${mistake}\n`);
  return all.size === 0 ? 0 : 2;
}

function secretsOf(job: Job): (readonly [sink: string, secret: SecretName])[] {
  const { address } = job.sink;
  const own = ("url" in address ? SINK_KINDS[address.kind].secrets : []).map((secret) => [sinkLabel(job), secret] as const);
  return job.checkpoint?.kind === "postgres" ? [...own, ["checkpoint", "PASSWORD"]] : own;
}

function describe(job: Job): string {
  const { since, until, sink, checkpoint, deadLetter } = job;
  return [
    `${labelOf(job)}: ${describeAddress(sink.address)}`,
    ...(sink.format === undefined ? [] : [`in the format ${sink.format}`]),
    sink.address.kind === "postgres"
      ? "position in the same database"
      : checkpoint === undefined
        ? "no position"
        : `position in ${describeAddress(checkpoint)}`,
    `begins ${since === undefined ? "now" : `at ${since}`}${checkpoint === undefined && sink.address.kind !== "postgres" ? "" : " without a position"}`,
    ...(until === undefined ? [] : [`ends at ${until}`]),
    ...(deadLetter === undefined ? [] : [`dead letters in ${deadLetter}`]),
  ].join(", ");
}

function describeAddress(address: SinkAddress | CheckpointAddress): string {
  return address.kind === "stdout" ? "standard output" : address.kind === "file" ? address.path : address.url;
}
