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
