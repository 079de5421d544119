import { writeFile } from "node:fs/promises";
import type { Writable } from "node:stream";
import { printTo, UsageError, versionOf, withHelp } from "@keywright/cli-kit";
import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import { readArguments } from "./arguments.ts";
import type { Fetch } from "./http/send.ts";
import { USAGE } from "./options.ts";
import { readCredentials } from "./read-credentials.ts";
import { junitReport } from "./report/junit.ts";
import { textReport } from "./report/text.ts";
import type { ServiceReport } from "./rules/result.ts";
import { runService, type Shared } from "./run-service.ts";
import type { Credentials } from "./session/credentials.ts";
import { type ServiceName, SERVICES, type Settings } from "./session/settings.ts";

/** The process of the command. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly fetch: Fetch;
  /** @default the platform's */
  readonly clock?: Clock;
  /** Ends the run: no further rule is tested, and what was made is removed. */
  readonly signal: AbortSignal;
}

/** Runs the command to its end, and returns the exit code. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr, signal } = surroundings;
  try {
    const settings = readArguments(args);
    if (settings === "help") return await printTo(stdout, USAGE);
    if (settings === "version") return await printTo(stdout, `${versionOf("@keywright/conformance", import.meta.url)}\n`);
    const reports = await testServices(settings, surroundings);
    const text = FORMATS[settings.format](reports);
    if (settings.out === undefined) await printTo(stdout, text);
    else await writeReport(settings.out, text);
    for (const { service, problem, leftBehind } of reports) {
      if (problem !== undefined) stderr.write(`error: ${service} could not be tested: ${problem}\n`);
      for (const what of leftBehind) stderr.write(`error: ${service} still has ${what}\n`);
    }
    return signal.aborted ? 130 : exitCodeOf(reports);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`error: ${withHelp(error.message, "keywright-conformance")}\n`);
    return 2;
  }
}

const FORMATS: { readonly [format in Settings["format"]]: (reports: readonly ServiceReport[]) => string } = {
  text: textReport,
  json: (services) => `${JSON.stringify({ services }, null, 2)}\n`,
  junit: junitReport,
};

async function testServices(settings: Settings, { env, fetch, clock = platformClock, signal }: Surroundings): Promise<readonly ServiceReport[]> {
  const targets: { readonly name: ServiceName; readonly url: string; readonly credentials: Credentials }[] = [];
  for (const name of SERVICES) {
    const url = settings.urls[name];
    if (url !== undefined) targets.push({ name, url, credentials: await readCredentials(name, env) });
  }
  const shared: Shared = { settings, wire: { fetch, clock, timeoutMs: settings.timeoutMs, signal } };
  const reports: ServiceReport[] = [];
  for (const target of targets) reports.push(await testService(target, shared));
  return reports;
}

/** Only loads the contracts that it needs. */
async function testService(target: Parameters<typeof runService>[0], shared: Shared): Promise<ServiceReport> {
  switch (target.name) {
    case "vault":
      return runService(target, (await import("./services/vault/service.ts")).VAULT, shared);
    case "management":
      return runService(target, (await import("./services/management/service.ts")).MANAGEMENT, shared);
    case "events":
      return runService(target, (await import("./services/events/service.ts")).EVENTS, shared);
  }
}

function exitCodeOf(reports: readonly ServiceReport[]): number {
  if (reports.some(({ results, leftBehind }) => leftBehind.length > 0 || results.some(({ outcome }) => outcome === "broken"))) return 1;
  return reports.some(({ problem }) => problem !== undefined) ? 3 : 0;
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`the report cannot be written: ${(error as Error).message}`);
  }
}
