import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createEventsEmulator, type EventsSeedOptions } from "@keywright/emulator/events";
import { startPostgres } from "@keywright/tool-test-kit/testing";
import { Client } from "pg";
import { run } from "../../src/lib/run.ts";
import { matchesOf, readRules, sigmaProblems, type StoredEvent } from "./sigma.ts";

const FOLDER = new URL("../../detections/", import.meta.url);

/** Rules of Sigma that match more than the SQL, which compares an event with the days before. */
const BROADER: ReadonlySet<string> = new Set(["export-from-new-device"]);

/** A detection, with the ids of the events that it finds. */
export interface Detection {
  readonly name: string;
  readonly found: readonly string[];
  readonly expected: readonly string[];
  /** What is wrong with its rule of Sigma, such as an event that the SQL alone finds. */
  readonly problems: readonly string[];
}

/** Returns what each detection finds among the events of an emulator, in Postgres. */
export async function runDetections(): Promise<readonly Detection[]> {
  const server = await startPostgres();
  try {
    const seed = seedOfDetections();
    const wanted = [...JSON.stringify(seed).matchAll(/"uuid":"(MATCH-[^"]+)"/g)].map(([, id = ""]) => id);
    const emulator = createEventsEmulator({ seed });
    const env = { KEYWRIGHT_EVENTS_URL: "https://events.example.com", KEYWRIGHT_EVENTS_TOKEN: emulator.token };
    const args = ["auditevents", "itemusages", "signinattempts", "--to", server.url, "--format", "ocsf", "--since", "2026-01-01T00:00:00Z", "--once"];
    for (const more of [["--create-tables"], []]) {
      let said = "";
      const stderr = { write: (text: string) => void (said += text) };
      const code = await run([...args, ...more], { env, fetch: emulator.fetch, stdout: process.stdout, stderr, signal: new AbortController().signal });
      if (code !== 0) throw new Error(said);
    }
    const client = new Client({ connectionString: server.url });
    await client.connect();
    return await readDetections(client, wanted).finally(() => client.end());
  } finally {
    await server.stop();
  }
}

async function readDetections(client: Client, wanted: readonly string[]): Promise<readonly Detection[]> {
  const { rows: stored } = await client.query<{ readonly id: string; readonly time: Date; readonly event: StoredEvent["event"] }>(
    "SELECT id, time, event FROM keywright_events",
  );
  const events = stored.map((row): StoredEvent => ({ ...row, time: row.time.getTime() }));
  const detections: Detection[] = [];
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith(".sql"))) {
    const { rows } = await client.query<{ readonly id: string }>(await readFile(new URL(file, FOLDER), "utf8"));
    const name = basename(file, ".sql");
    const found = rows.map(({ id }) => id).sort();
    const expected = wanted.filter((id) => id.split("/")[0] === `MATCH-${name}`).sort();
    detections.push({ name, found, expected, problems: await problemsOf(name, found, events) });
  }
  return detections;
}

/** Returns what is wrong with the rule of Sigma that has the name of a query. */
async function problemsOf(name: string, found: readonly string[], events: readonly StoredEvent[]): Promise<readonly string[]> {
  const rules = readRules(await readFile(new URL(`${name}.yml`, FOLDER), "utf8"));
  const detection = rules.at(-1);
  if (detection === undefined) return ["the file has no rule"];
  const problems = sigmaProblems(rules, events);
  if (problems.length > 0) return problems;
  const matched = new Set(matchesOf(detection, rules, events).map(({ id }) => id));
  const missed = found.filter((id) => !matched.has(id)).map((id) => `does not match ${id}, which the SQL finds`);
  const more = BROADER.has(name) ? [] : [...matched].filter((id) => !found.includes(id)).map((id) => `matches ${id}, which the SQL does not find`);
  return [...missed, ...more];
}

/** Events that each detection must find, with the id `MATCH-…` or `MATCH-…/2`, and similar ones that none may find. */
function seedOfDetections(): EventsSeedOptions {
  const at = (day: number, minute: number, second = 0): string => new Date(Date.UTC(2026, 2, day, 8, minute, second)).toISOString();
  const session = (device_uuid: string) => ({ uuid: "S", login_time: at(1, 0), device_uuid, ip: "192.0.2.10" });
  const person = (name: string, domain = "example.com") => ({ uuid: name.toUpperCase(), name, email: `${name}@${domain}` });
  const by = (name: string) => ({ actor_uuid: name.toUpperCase(), actor_details: person(name) });
  const attempt = (name: string, minute: number, type: string, more: object = {}) => ({
    timestamp: at(3, minute),
    target_user: person(name),
    country: "FR",
    type,
    category: type === "credentials_ok" ? "success" : type === "totp_bad" ? "mfa_failed" : "credentials_failed",
    ...more,
  });
  return {
    auditevents: [
      { timestamp: at(1, 0), ...by("auditor"), action: "view", object_type: "vault", session: session("KNOWN") },
      { timestamp: at(1, 1), ...by("lead"), action: "view", object_type: "vault", session: session("KNOWN") },
      { uuid: "MATCH-vault-exported", timestamp: at(3, 0), ...by("lead"), action: "export", object_type: "vault", object_uuid: "V", session: session("KNOWN") },
      { timestamp: at(3, 1), ...by("lead"), action: "view", object_type: "vault", object_uuid: "V", session: session("NEW") },
      { uuid: "MATCH-export-from-new-device", timestamp: at(3, 2), ...by("auditor"), action: "export", object_type: "report", session: session("NEW") },
      {
        uuid: "MATCH-access-outside-team",
        timestamp: at(3, 3),
        ...by("lead"),
        action: "grant",
        object_type: "uva",
        object_uuid: "V",
        aux_uuid: "X",
        aux_details: person("guest", "example.org"),
      },
      ...["example.com", "EXAMPLE.COM"].map((domain) => ({
        timestamp: at(3, 4),
        ...by("lead"),
        action: "grant",
        object_type: "uva",
        object_uuid: "V",
        aux_uuid: "Y",
        aux_details: person("member", domain),
      })),
      {
        timestamp: at(3, 5),
        ...by("lead"),
        action: "revoke",
        object_type: "uva",
        object_uuid: "V",
        aux_uuid: "X",
        aux_details: person("guest", "example.org"),
      },
      { uuid: "MATCH-mfa-disabled", timestamp: at(3, 6), ...by("lead"), action: "disblmfa", object_type: "user", object_uuid: "X" },
      { timestamp: at(3, 7), ...by("lead"), action: "enblmfa", object_type: "user", object_uuid: "X" },
      { uuid: "MATCH-sso-disabled", timestamp: at(3, 8), ...by("lead"), action: "disblsso", object_type: "sso" },
      { timestamp: at(3, 9), ...by("lead"), action: "enblsso", object_type: "sso" },
      { uuid: "MATCH-role-assigned", timestamp: at(3, 10), ...by("lead"), action: "role", object_type: "user", object_uuid: "Y" },
      { timestamp: at(3, 11), ...by("lead"), action: "update", object_type: "user", object_uuid: "Y" },
    ],
    itemusages: Array.from({ length: 60 }, (_unused, index) => {
      // One person reads 20 items in a minute, one in an hour, and one reads the same item again.
      const [minute, name, item] = [
        [index % 5, "reader", index],
        [3 * index, "slow", index],
        [1, "again", 0],
      ][Math.floor(index / 20)] as [number, string, number];
      const id = index === 19 ? { uuid: "MATCH-items-read-in-bulk" } : {};
      return {
        ...id,
        timestamp: at(4, minute, index % 60),
        user: person(name),
        action: "reveal",
        item_uuid: `I-${item}`,
        vault_uuid: "V",
        used_version: 1,
      };
    }),
    signinattempts: [
      ...[1, 2, 3, 4].map((minute) => attempt("typist", minute, "password_secret_bad")),
      ...[1, 20, 40, 55, 59].map((minute) => attempt("forgetful", minute, "password_secret_bad")),
      attempt("typist", 5, "password_secret_bad", { uuid: "MATCH-failed-sign-ins" }),
      // A script fails several times at once, so that no line is the fifth.
      ...[30, 31, 32].map((minute) => attempt("scripted", minute, "password_secret_bad")),
      ...[2, 3, 4].map((number) => attempt("scripted", 33, "password_secret_bad", { uuid: `MATCH-failed-sign-ins/${number}` })),
      ...[10, 11, 12].map((minute) => attempt("target", minute, "totp_bad")),
      attempt("target", 13, "credentials_ok", { uuid: "MATCH-second-factor-guessed" }),
      ...[10, 11, 12].map((minute) => attempt("patient", minute, "totp_bad")),
      attempt("patient", 23, "credentials_ok"),
      // Failures without a user's id are not all of one user.
      ...[40, 41, 42, 43, 44].map((minute) => attempt("nobody", minute, "password_secret_bad", { target_user: { name: "Unknown" } })),
      attempt("other", 12, "totp_bad"),
      attempt("other", 13, "credentials_ok"),
      attempt("traveler", 20, "credentials_ok"),
      attempt("traveler", 50, "credentials_ok", { uuid: "MATCH-sign-ins-from-two-countries", country: "CA" }),
      attempt("traveler", 51, "credentials_ok", { country: "" }),
      attempt("resident", 20, "credentials_ok"),
      attempt("resident", 50, "credentials_ok"),
      ...["FR", "CA"].map((country, index) => attempt("nobody", 20 + index, "credentials_ok", { country, target_user: { name: "Unknown" } })),
      attempt("visitor", 20, "password_secret_bad"),
      attempt("visitor", 50, "credentials_ok", { country: "CA" }),
    ],
  };
}
