import { Writable } from "node:stream";
import type { Clock } from "@keywright/core";
import { platformClock } from "@keywright/core/client";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, manualClock } from "@keywright/emulator";
import type { Fetch } from "../src/lib/http/send.ts";
import type { ServiceReport } from "../src/lib/rules/result.ts";
import { run, type Surroundings } from "../src/lib/run.ts";

/** The time of the servers. */
export const NOW = "2026-03-10T09:00:00Z";

/** A clock at the time of the servers, whose short waits end at once and whose timeouts never do. */
const INSTANT: Clock = {
  ...platformClock,
  wallNow: () => Date.parse(NOW),
  after: (delayMs, callback) => (delayMs < 30_000 ? setImmediate(callback) : undefined),
  clear: (timer) => clearImmediate(timer as NodeJS.Immediate | undefined),
};

/** The three services, with what the write tier needs. */
export function createServers() {
  const clock = manualClock(NOW);
  const vault = createVaultEmulator({ clock });
  const management = createManagementEmulator({ clock, seed: { auditEvents: 500 } });
  const events = createEventsEmulator({ clock, seed: { eventsPerStream: 500 } });
  return { vault, management, events };
}

/** The servers of a test. */
export type Servers = ReturnType<typeof createServers>;

const HOSTS = { vault: "vault.example.com", management: "management.example.com", events: "events.example.com" };
/** The address of a server in process, as an option. */
export function urlOf(name: keyof typeof HOSTS): readonly string[] {
  return [`--${name}`, `https://${HOSTS[name]}`];
}

/** The addresses of all servers. */
export const URLS = [...urlOf("vault"), ...urlOf("management"), ...urlOf("events")];

/** Sends requests to the servers in process, by the host of the address. */
export function fetchOf(servers: Servers): Fetch {
  return (url, init) => {
    const { hostname } = new URL(url);
    const name = (Object.keys(HOSTS) as (keyof typeof HOSTS)[]).find((one) => HOSTS[one] === hostname);
    if (name === undefined) throw new Error(`no server is at ${hostname}`);
    return servers[name].fetch(url, init);
  };
}

/** The variables with the credentials of the servers. */
export function environmentOf({ vault, management, events }: Servers): NodeJS.ProcessEnv {
  return {
    KEYWRIGHT_VAULT_TOKEN: vault.token,
    KEYWRIGHT_MANAGEMENT_CLIENT_ID: management.clientId,
    KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: management.clientSecret,
    KEYWRIGHT_EVENTS_TOKEN: events.token,
    KEYWRIGHT_EVENTS_LIMITED_TOKEN: events.issueToken({ features: ["signinattempts"] }),
  };
}

/** The options that let every rule be tested. */
export function everything({ vault, management }: Servers): readonly string[] {
  const users = management.store.users.list(({ managedBy, deleted, user }) => managedBy === undefined && deleted !== true && user.active === true);
  const people = management.store.people.list(({ deleted, fields, teamIds }) => deleted !== true && fields.email !== undefined && teamIds.length > 0);
  const [workflow] = management.store.workflows.list(({ variables, deleted }) => deleted !== true && variables.some(({ secret }) => secret !== true));
  const record = management.store.runs.list(
    ({ run: { context, deleted }, workflowId }) => workflowId === workflow?.id && deleted !== true && context?.variables !== undefined,
  )[0];
  const variable = workflow?.variables.find(({ id, secret }) => secret !== true && Object.hasOwn(record?.run.context?.variables ?? {}, id));
  const given = {
    "disposable-vault": vault.store.vaults.list()[0]?.id,
    "foreign-vault": vault.deniedVaultUUID,
    "disposable-user": users[1]?.id,
    workflow: workflow?.id,
    run: record?.run.id,
    variable: variable?.id,
  };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value ?? "missing"]);
  return [...options, ...people.slice(3, 5).flatMap(({ fields }) => ["--disposable-person", fields.email ?? ""])];
}

/** What a run has printed. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in this process. */
export async function runIn(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  fetch: Fetch,
  { signal = new AbortController().signal, clock = INSTANT }: Partial<Surroundings> = {},
): Promise<Ended> {
  const [stdout, stderr] = [collector(), collector()];
  const code = await run(args, { env, stdout: stdout.stream, stderr: stderr.stream, fetch, clock, signal });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Returns the reports of a run with `--format json`. */
export function reportsOf({ stdout }: Ended): readonly ServiceReport[] {
  return (JSON.parse(stdout) as { readonly services: readonly ServiceReport[] }).services;
}

/** Returns the rules with an outcome, as `operation.rule`. */
export function rulesWith(outcome: string, reports: readonly ServiceReport[]): readonly string[] {
  return reports.flatMap(({ results }) => results.filter((result) => result.outcome === outcome).map(({ operation, rule }) => `${operation}.${rule}`));
}

function collector() {
  const parts: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      parts.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => parts.join("") };
}
