import { readConnection } from "./credentials.ts";
import { endpointOf } from "./destinations/s3.ts";
import { errorMessage } from "./error-message.ts";
import type { Mistakes } from "./layers.ts";
import type { ExitCode } from "./exit.ts";
import { readSecret, type SecretName } from "./secrets.ts";
import { type CheckpointPlace, type Job, type Settings, labelOf, sinkLabel, type Target } from "./settings.ts";
import { streamSink } from "./sink.ts";
import { serviceOf } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";
import { REMOTE_TARGETS } from "./targets.ts";

/** Prints what the command would do, and every mistake of the options and the environment. Sends nothing. */
export async function checkConfig(settings: Settings, mistakes: Mistakes, { env, stdout, stderr }: Surroundings): Promise<ExitCode> {
  const all = new Set(mistakes);
  const check = async (work: () => unknown, ...services: Parameters<typeof errorMessage>[1]): Promise<void> => {
    try {
      await work();
    } catch (error) {
      all.add(errorMessage(error, services));
    }
  };
  const silent = { debug() {}, info() {}, warn() {} };
  for (const service of new Set(settings.jobs.map(({ stream }) => serviceOf(stream)))) await check(() => readConnection(service, env, silent), service);
  for (const [sink, secret] of new Map(settings.jobs.flatMap(secretsOf).map((pair) => [pair.join(), pair])).values())
    await check(() => readSecret(env, sink, secret));
  if (settings.jobs.some(({ sink }) => sink.target.kind === "s3")) await check(() => endpointOf(env));
  if (mistakes.size === 0) await streamSink(stdout).write(settings.jobs.map((job) => `${describe(job)}\n`).join(""));
  for (const mistake of all) stderr.write(`keywright-tail: ${mistake}\n`);
  return all.size === 0 ? 0 : 2;
}

function secretsOf(job: Job): (readonly [sink: string, secret: SecretName])[] {
  const { target } = job.sink;
  const own = ("url" in target ? REMOTE_TARGETS[target.kind].secrets : []).map((secret) => [sinkLabel(job), secret] as const);
  return job.checkpoint?.kind === "postgres" ? [...own, ["checkpoint", "PASSWORD"]] : own;
}

function describe(job: Job): string {
  const { since, until, sink, checkpoint, setAside } = job;
  return [
    `${labelOf(job)}: ${placeOf(sink.target)}`,
    ...(sink.format === undefined ? [] : [`in the format ${sink.format}`]),
    sink.target.kind === "postgres" ? "position in the same database" : checkpoint === undefined ? "no position" : `position in ${placeOf(checkpoint)}`,
    `begins ${since === undefined ? "now" : `at ${since}`}${checkpoint === undefined && sink.target.kind !== "postgres" ? "" : " without a position"}`,
    ...(until === undefined ? [] : [`ends at ${until}`]),
    ...(setAside === undefined ? [] : [`sets aside in ${setAside}`]),
  ].join(", ");
}

function placeOf(target: Target | CheckpointPlace): string {
  return target.kind === "stdout" ? "standard output" : target.kind === "file" ? target.path : target.url;
}
