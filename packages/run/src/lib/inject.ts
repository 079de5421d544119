import { platformClock, TIMER_END } from "@keywright/core/client";
import type { Clock } from "@keywright/core";
import type { InjectSettings } from "./command/arguments.ts";
import type { Exit } from "./process/child.ts";
import { readSecrets } from "./secrets/connect.ts";
import { messageOf } from "./exit.ts";
import { logOffline } from "./log-offline.ts";
import { readText, writeSecretFile, writeText } from "./secrets/files.ts";
import { createLog } from "./process/log.ts";
import { referencesOf, type ValueOf } from "./secrets/resolve.ts";
import { endBy } from "./process/signals.ts";
import type { CommandContext } from "./process/command-context.ts";
import { readTemplate } from "./secrets/wanted.ts";

/** Writes a template with its secrets; with `--watch`, again after each change until a signal. */
export async function inject(settings: InjectSettings, { env, stdout, stderr, signals, clock = platformClock }: CommandContext): Promise<Exit> {
  const { template, output, mode, network, scheme, watch, offline, json } = settings;
  const log = createLog(json, stderr);
  const source = readTemplate(template ?? "standard input", await readText(template), scheme);
  let last: Promise<void> = Promise.resolve();
  // A signal waits until a write is complete, because its temporary file contains secrets.
  if (output !== undefined) signals.sendTo((signal) => void last.catch(() => {}).finally(() => signal === "SIGWINCH" || endBy(signal)));
  if (watch === undefined || referencesOf(source.wanted).length === 0) {
    last = write(await readSecrets(source, env, settings, { clock, onEvent: logOffline(log) }));
    await last;
    return { code: 0 };
  }
  const { logSecrets, openSecrets } = await import("./lazy-cache.ts");
  let retry: unknown;
  const again = (): void => {
    clock.clear(retry);
    last = last
      .then(async () => write(await secrets.read()))
      .then(
        () => log({ level: "info", event: "written", message: `${output} was written` }),
        (error: unknown) => {
          log({ level: "warn", event: "not-written", message: `the file was not written and is written again later: ${messageOf(error)}` });
          retry = clock.after(watch.pollMs, again);
        },
      );
  };
  const secrets = await openSecrets(source, env, { network, scheme, offline, pollMs: watch.pollMs, clock, ...logSecrets(log, again) });
  last = secrets.read().then(write);
  await last;
  log({ level: "info", event: "written", message: `${output} was written` });
  return untilSignal(clock);

  async function write(valueOf: ValueOf): Promise<void> {
    const content = source.wanted.map(({ fill }) => fill(valueOf)).join("");
    await (output === undefined ? writeText(stdout, content) : writeSecretFile(output, content, { mode, template }));
  }
}

/** The cache does not keep its program running; a timer does. */
function untilSignal(clock: Clock): Promise<never> {
  const wait = (): unknown => clock.after(TIMER_END, wait);
  wait();
  return new Promise(() => {});
}
