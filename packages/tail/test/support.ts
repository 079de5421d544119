import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEventsEmulator, createManagementEmulator } from "@keywright/emulator";
import { onTestFinished } from "vitest";
import { type FakeClock, turn } from "../../core/test/fake-clock.ts";
import type { ExitCode } from "../src/lib/report/exit.ts";
import { run } from "../src/lib/run.ts";
import type { CommandContext } from "../src/lib/settings/command-context.ts";

/** A run from a time before all events to the end of what there is. */
export const SINCE = ["--since", "2020-01-01T00:00:00Z", "--once"];

/** Both services with small states, and the environment that leads to them. */
export function services({ eventsPerStream = 25 } = {}) {
  const events = createEventsEmulator({ seed: { eventsPerStream } });
  const management = createManagementEmulator({ seed: { auditEvents: eventsPerStream } });
  const requests: string[] = [];
  return {
    events,
    management,
    requests,
    env: {
      KEYWRIGHT_EVENTS_URL: "https://events.example.com",
      KEYWRIGHT_EVENTS_TOKEN: events.token,
      KEYWRIGHT_MANAGEMENT_URL: "https://management.example.com",
      KEYWRIGHT_MANAGEMENT_TOKEN: management.token,
    } as { readonly [name: string]: string },
    fetch: (url: string, init: RequestInit): Promise<Response> => {
      requests.push(new URL(url).pathname);
      return (url.startsWith("https://events.") ? events : management).fetch(url, init);
    },
  };
}

/** What a run of the command printed and how it ended. */
export interface Ended {
  readonly code: ExitCode;
  readonly printed: string;
  readonly said: string;
}

/** Runs the command in this process to its end. */
export async function tail(args: readonly string[], context: Partial<CommandContext>): Promise<Ended> {
  let printed = "";
  let said = "";
  const stdout: CommandContext["stdout"] = {
    write(text, taken) {
      printed += text;
      taken();
    },
  };
  const stderr = { write: (text: string) => void (said += text) };
  const code = await run(args, { env: {}, stdout, stderr, signal: new AbortController().signal, ...context });
  return { code, printed, said };
}

/** Lets time go by from one wait to the next. Files take time of their own, in which nothing waits. */
export async function finishWithFiles<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  const progress = { ended: false };
  const note = (): void => void (progress.ended = true);
  work.then(note, note);
  while (!progress.ended) await (clock.timers > 0 ? clock.advance(1000) : turn());
  return work;
}

/** A folder for one test, which goes with it. */
export async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-tail-"));
  // A command that a test leaves can still write, so that the folder is not empty.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The events in a text of lines, as the service gave them: without the name of the stream, which begins each line. */
export function eventsIn(text: string): { readonly [member: string]: unknown }[] {
  return values(text).map(({ stream: _stream, ...event }) => event);
}

/** What was said, without the time that begins each line of the log. */
export function untimed(said: string): string {
  return said.replaceAll(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /gm, "");
}

/** The lines of a text, each as the value that it is. */
export function values(text: string): { readonly [member: string]: unknown }[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { readonly [member: string]: unknown });
}
