import { type ChildProcess, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEventsEmulator, serveEmulator } from "@keywright/emulator";
import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { createAuthority } from "../../../core/test/node/network/certificates.ts";
import { folderForTest, values } from "../support.ts";

const PASSWORD = "hidden-value";
const program = bundledProgram(join(import.meta.dirname, "../.."));

/** What a delivered file starts: a command that ends first, and one that follows the streams. */
interface Delivered {
  readonly config: string;
  readonly first: readonly string[];
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
}

const read = (name: string): Promise<string> => readFile(new URL(`../../deploy/${name}`, import.meta.url), "utf8");

async function composeFile(): Promise<Delivered> {
  interface Service {
    readonly command: readonly string[];
    readonly environment: Delivered["env"];
    readonly depends_on: { readonly [service: string]: { readonly condition: string } };
  }
  const { services, configs } = parse(await read("compose.yaml"), { merge: true }) as {
    readonly services: { readonly tables: Service; readonly tail: Service };
    readonly configs: { readonly tail: { readonly content: string } };
  };
  expect([services.tables.depends_on, services.tail.depends_on]).toEqual([
    { postgres: { condition: "service_healthy" } },
    { tables: { condition: "service_completed_successfully" } },
  ]);
  const args = JSON.parse(/^CMD (.+)$/m.exec(await read("Dockerfile"))?.[1] ?? "") as readonly string[];
  return { config: configs.tail.content, first: services.tables.command, args, env: services.tail.environment };
}

async function kubernetesFile(): Promise<Delivered> {
  interface Container {
    readonly args: readonly string[];
    readonly env: readonly { readonly name: string; readonly value: string }[];
  }
  interface Manifest {
    readonly data?: { readonly [file: string]: string };
    readonly spec?: { readonly template?: { readonly spec: { readonly initContainers: readonly Container[]; readonly containers: readonly Container[] } } };
  }
  const documents = parseAllDocuments(await read("kubernetes.yaml")).map((document) => document.toJS() as Manifest);
  const pod = documents.find(({ spec }) => spec?.template !== undefined)?.spec?.template?.spec;
  const [first, container] = [pod?.initContainers[0], pod?.containers[0]];
  return {
    config: documents.find(({ data }) => data !== undefined)?.data?.["tail.json"] ?? "",
    first: first?.args ?? [],
    args: container?.args ?? [],
    env: Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []),
  };
}

async function systemdUnit(): Promise<Delivered> {
  const args = /^ExecStart=\/usr\/bin\/keywright-tail (.+)$/m.exec(await read("keywright-tail.service"))?.[1]?.split(" ") ?? [];
  const sinks = { database: { to: "postgres://keywright@postgres/audit?sslmode=disable" } };
  const config = JSON.stringify({ since: "24h", sinks, streams: { auditevents: { sinks: ["database"] } } });
  return { config, first: [...args, "--create-tables"], args, env: { KEYWRIGHT_EVENTS_URL: "https://events.example.com", KEYWRIGHT_EVENTS_TOKEN_FILE: "" } };
}

/** The hosts and paths of a delivered file become those of this machine; all else stays as delivered. */
async function startOn(server: PostgresServer, ca: string, { config, first, args, env }: Delivered) {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: 25 } });
  const service = await serveEmulator(emulator, { port: 0 });
  onTestFinished(() => service.close());
  const folder = await folderForTest();
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const { port } = new URL(server.url);
  const local = config
    .replace(/@postgres[\w.]*\/audit/, `@0.0.0.0:${port}/postgres`)
    .replace("//keywright@", "//postgres@")
    .replace("/run/secrets/keywright/database_ca", await file("ca", ca))
    .replace("0.0.0.0:9464", "127.0.0.1:0")
    .replace('"24h"', '"2020-01-01T00:00:00Z"');
  const configFile = await file("tail.json", local);
  const variables: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(env)) {
    if (value.startsWith("https://")) variables[name] = service.url;
    else variables[name] = await file(name, name.includes("EVENTS") ? emulator.token : PASSWORD);
  }
  const start = (words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<number | null>; said(): string } => {
    const child = spawn(process.execPath, [program, ...words.map((word) => (word === "/etc/keywright/tail.json" ? configFile : word))], {
      env: { ...process.env, ...variables },
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stderr?.on("data", (text: Buffer) => void (said += text.toString()));
    return { child, ended: new Promise((resolve) => child.once("close", resolve)), said: () => said };
  };
  return { emulator, first: () => start(first), follow: () => start(args) };
}

it.each([
  ["compose.yaml", composeFile, false],
  ["kubernetes.yaml", kubernetesFile, true],
  ["keywright-tail.service", systemdUnit, false],
])("%s starts on an empty database, and stores all events of its streams", async (_name, delivered, hasTls) => {
  const authority = createAuthority("An authority for databases");
  const tls = { identity: authority.issue({ commonName: "database", host: "0.0.0.0" }), password: PASSWORD };
  const server = await startPostgres(hasTls ? tls : undefined);
  onTestFinished(() => server.stop());
  const client = new Client({
    host: "127.0.0.1",
    port: Number(new URL(server.url).port),
    user: "postgres",
    password: PASSWORD,
    ...(hasTls ? { ssl: { rejectUnauthorized: false } } : {}),
  });
  await client.connect();
  onTestFinished(() => client.end());
  const parts = await delivered();
  const { emulator, first, follow } = await startOn(server, authority.cert, parts);

  const early = follow();
  expect([await early.ended, early.said()]).toEqual([1, expect.stringContaining("run the same command once with --create-tables")]);
  const tables = first();
  expect([await tables.ended, values(tables.said()).flatMap(({ created }) => created)].flat()).toEqual([
    0,
    "public.keywright_checkpoints",
    "public.keywright_events",
  ]);

  const { streams } = JSON.parse(parts.config) as { readonly streams: object };
  const names = Object.keys(streams) as ("auditevents" | "itemusages" | "signinattempts")[];
  const following = follow();
  const count = async () => (await client.query("SELECT stream, count(*)::int AS events FROM keywright_events GROUP BY stream ORDER BY stream")).rows;
  await expect
    .poll(count)
    .toEqual(names.map((stream) => ({ stream, events: emulator.store.stream(stream).events.length })).sort((a, b) => a.stream.localeCompare(b.stream)));
  following.child.kill("SIGTERM");
  expect(await following.ended).toBe(0);
});

/** What a delivered file of a fleet starts. */
async function fleetFile(name: string): Promise<Delivered> {
  interface Program {
    readonly command?: readonly string[];
    readonly args?: readonly string[];
    readonly environment?: Delivered["env"];
    readonly env?: readonly { readonly name: string; readonly value: string }[];
  }
  interface File {
    readonly services?: { readonly tables: Program; readonly worker: Program };
    readonly configs?: { readonly fleet: { readonly content: string } };
    readonly data?: { readonly [file: string]: string };
    readonly spec?: { readonly template: { readonly spec: { readonly initContainers: readonly Program[]; readonly containers: readonly Program[] } } };
  }
  const files = parseAllDocuments(await read(name), { merge: true }).map((document) => document.toJS() as File);
  const pod = files.find(({ spec }) => spec !== undefined)?.spec?.template.spec;
  const first = pod?.initContainers[0] ?? files[0]?.services?.tables;
  const worker = pod?.containers[0] ?? files[0]?.services?.worker;
  return {
    config: files[0]?.configs?.fleet.content ?? files[0]?.data?.["fleet.yaml"] ?? "",
    first: first?.command ?? first?.args ?? [],
    args: worker?.command ?? worker?.args ?? [],
    env: worker?.environment ?? Object.fromEntries(worker?.env?.map((variable) => [variable.name, variable.value]) ?? []),
  };
}

it.each([
  ["fleet-compose.yaml", 6, false],
  ["fleet-kubernetes.yaml", 4, true],
])("three workers of %s store all events of its accounts, and end by SIGTERM", async (name, streams, hasTls) => {
  const authority = createAuthority("An authority for databases");
  const tls = { identity: authority.issue({ commonName: "database", host: "0.0.0.0" }), password: PASSWORD };
  const server = await startPostgres(hasTls ? tls : undefined);
  onTestFinished(() => server.stop());
  const { port } = new URL(server.url);
  const ssl = hasTls ? { ssl: { rejectUnauthorized: false } } : {};
  const client = new Client({ host: "127.0.0.1", port: Number(port), user: "postgres", password: PASSWORD, ...ssl });
  await client.connect();
  onTestFinished(() => client.end());
  const folder = await folderForTest();
  const services = await Promise.all(
    ["acme", "globex"].map(async (account) => {
      const emulator = createEventsEmulator({ randomSeed: account, seed: { eventsPerStream: 25 } });
      const service = await serveEmulator(emulator, { port: 0 });
      onTestFinished(() => service.close());
      await writeFile(join(folder, account), emulator.token);
      return { account, port: new URL(service.url).port };
    }),
  );
  const { config, first, args, env } = await fleetFile(name);
  await Promise.all([writeFile(join(folder, "ca"), authority.cert), writeFile(join(folder, "password"), PASSWORD)]);
  const local = config
    .replace("[acme, globex]", JSON.stringify(services))
    .replace("https://events.example.com", "http://127.0.0.1:{port}")
    .replace("/run/tokens", folder)
    .replace("/run/secrets/keywright/database_ca", join(folder, "ca"))
    .replace(/(0\.0\.0\.0|127\.0\.0\.1):9464/, "127.0.0.1:0")
    .replace("24h", '"2020-01-01T00:00:00Z"');
  await writeFile(join(folder, "fleet.yaml"), local);
  const database = (word: string): string => word.replace(/@postgres[\w.]*\/audit/, `@0.0.0.0:${port}/postgres`).replace("//keywright@", "//postgres@");
  const start = (words: readonly string[]) => {
    const child = spawn(
      process.execPath,
      [program, ...words.map((word) => (word === "/etc/keywright/fleet.yaml" ? join(folder, "fleet.yaml") : database(word)))],
      {
        env: { ...process.env, ...env, KEYWRIGHT_TAIL_POSTGRES_PASSWORD_FILE: join(folder, "password") },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (text: Buffer) => void (said += text.toString()));
    return { child, ended: new Promise((resolve) => child.once("close", resolve)), said: () => said };
  };

  const tables = start(first);
  expect([await tables.ended, tables.said()]).toEqual([0, expect.stringContaining("public.keywright_fleet")]);
  const workers = [start(args), start(args), start(args)];
  const stored = async () => (await client.query("SELECT count(*)::int AS events FROM keywright_events")).rows[0] as { readonly events: number };
  await expect.poll(stored).toEqual({ events: streams * 25 });
  for (const { child } of workers) child.kill("SIGTERM");
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
});
