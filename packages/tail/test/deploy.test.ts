import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { OPTIONS } from "../src/lib/command/options.ts";
import { variable } from "../src/lib/connections/secrets.ts";
import { MEMORY_MIB, NODE_OPTIONS } from "./memory.ts";
import { folderForTest, tail } from "./support.ts";

interface Config {
  readonly listen: string;
  readonly sinks: { readonly [name: string]: unknown };
}

const read = (name: string): Promise<string> => readFile(new URL(`../deploy/${name}`, import.meta.url), "utf8");
const PORT = 9464;

const dockerfile = await read("Dockerfile");
const command = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? "") as string[];

/** Runs the command line of a container with `--check-config`, its configuration, and its environment. */
async function checked(args: readonly string[], config: string, given: { readonly [name: string]: string }) {
  const folder = await folderForTest();
  const file = join(folder, "tail.json");
  await writeFile(file, config);
  expect(args).toContain("/etc/keywright/tail.json");
  const secret = join(folder, "secret");
  await writeFile(secret, "from-a-file");
  const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, name.endsWith("_FILE") ? secret : value]));
  const sinks = Object.keys((JSON.parse(config) as Config).sinks);
  const known = sinks.flatMap((sink) => (["PASSWORD", "TOKEN", "SIGNING_SECRET"] as const).map((name) => `${variable(sink, name)}_FILE`));
  for (const name of Object.keys(env)) expect(["KEYWRIGHT_EVENTS_URL", "KEYWRIGHT_EVENTS_TOKEN_FILE", ...known]).toContain(name);
  return tail([...args.map((arg) => (arg === "/etc/keywright/tail.json" ? file : arg)), "--check-config"], { env });
}

describe("the systemd unit", async () => {
  const unit = await read("keywright-tail.service");
  const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, "m").exec(unit)?.[1] ?? "";

  it("has a command line that works with a configuration file", async () => {
    const [program, ...args] = valueOf("ExecStart").split(" ");
    expect(program).toBe("/usr/bin/keywright-tail");
    const config = { sinks: { database: { to: "postgres://db.example.com/audit" } }, streams: { auditevents: { sinks: ["database"] } } };
    const env = { KEYWRIGHT_EVENTS_URL: "https://events.example.com", KEYWRIGHT_EVENTS_TOKEN_FILE: "" };
    expect(await checked(args, JSON.stringify(config), env)).toMatchObject({ code: 0, said: "" });
  });

  it("does not restart after the exit codes that need a person", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const codes = [...readme.matchAll(/^\| (\d) +\| (.*)\|$/gm)].filter(([, , text = ""]) =>
      /^(Invalid|The service rejects|A service or a sink rejects)/.test(text),
    );
    expect(valueOf("RestartPreventExitStatus").split(" ")).toEqual(codes.map(([, code]) => code));
  });
});

it("the limits of memory are one", async () => {
  const [unit, compose, kubernetes] = await Promise.all(["keywright-tail.service", "compose.yaml", "kubernetes.yaml"].map(read));
  const limits = [/^MemoryMax=(\d+)M$/m.exec(unit ?? ""), /^ +mem_limit: (\d+)m$/m.exec(compose ?? ""), /limits: \{ memory: (\d+)Mi \}/.exec(kubernetes ?? "")];
  expect(limits.map((limit) => limit?.[1])).toEqual([String(MEMORY_MIB), String(MEMORY_MIB), String(MEMORY_MIB)]);
  expect([/^ENV NODE_OPTIONS="(.+)"$/m.exec(dockerfile)?.[1], /^Environment="NODE_OPTIONS=(.+)"$/m.exec(unit ?? "")?.[1]]).toEqual([
    NODE_OPTIONS,
    NODE_OPTIONS,
  ]);
});

describe("the Dockerfile", () => {
  it("starts the built command as a user without privileges", async () => {
    const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
      readonly publishConfig: { readonly bin: { readonly [name: string]: string } };
    };
    const [, entry = ""] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(entry)).toEqual(["node", join("/app/node_modules/@keywright/tail", manifest.publishConfig.bin["keywright-tail"] ?? "")]);
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(last).toContain(`EXPOSE ${PORT}\n`);
    for (const option of command.filter((arg) => arg.startsWith("--"))) expect(Object.keys(OPTIONS)).toContain(option.slice(2));
  });
});

describe("the compose file", async () => {
  const { services, configs } = parse(await read("compose.yaml"), { merge: true }) as {
    readonly services: {
      readonly tail: { readonly environment: { readonly [name: string]: string }; readonly ports: readonly string[]; readonly healthcheck: object };
    };
    readonly configs: { readonly tail: { readonly content: string } };
  };

  it("has a configuration and an environment that work", async () => {
    const { code, printed, said } = await checked(command, configs.tail.content, services.tail.environment);
    expect([code, said]).toEqual([0, ""]);
    expect(printed).toContain("auditevents to database: postgres://postgres@postgres/audit?sslmode=disable, position in the same database, begins at ");
  });

  it("checks the port that the command listens on", () => {
    expect((JSON.parse(configs.tail.content) as Config).listen).toBe(`0.0.0.0:${PORT}`);
    expect(services.tail.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
    expect(JSON.stringify(services.tail.healthcheck)).toContain(`http://127.0.0.1:${PORT}/healthz`);
  });
});

describe("the Kubernetes manifest", async () => {
  interface Container {
    readonly args: readonly string[];
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
    readonly livenessProbe: { readonly httpGet: { readonly path: string; readonly port: string } };
    readonly readinessProbe: Container["livenessProbe"];
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }
  interface Manifest {
    readonly kind: string;
    readonly data: { readonly [file: string]: string };
    readonly spec: {
      readonly template: {
        readonly metadata: { readonly annotations: object };
        readonly spec: { readonly containers: readonly Container[]; readonly volumes: readonly { readonly name: string }[] };
      };
    };
  }
  const documents = parseAllDocuments(await read("kubernetes.yaml")).map((document) => document.toJS() as Manifest);
  const config = documents.find(({ kind }) => kind === "ConfigMap")?.data["tail.json"] ?? "";
  const template = documents.find(({ kind }) => kind === "Deployment")?.spec.template;
  const container = template?.spec.containers[0];

  it("has a configuration and an environment that work", async () => {
    const env = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
    const { code, said } = await checked(container?.args ?? [], config, env);
    expect([code, said]).toEqual([0, ""]);
  });

  it("has only properties of Kubernetes' own types", async () => {
    const folder = join(import.meta.dirname, `.types-${randomUUID()}`);
    await mkdir(folder);
    onTestFinished(() => rm(folder, { recursive: true }));
    const types = 'import type { ConfigMap } from "kubernetes-types/core/v1";\nimport type { Deployment } from "kubernetes-types/apps/v1";\n';
    expect(documents.map(({ kind }) => kind)).toEqual(["ConfigMap", "Deployment"]);
    await writeFile(join(folder, "manifest.ts"), `${types}export const manifest: [ConfigMap, Deployment] = ${JSON.stringify(documents)};\n`);
    const options = ["--ignoreConfig", "--strict", "--noEmit", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler", "--pretty", "false"];
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const { ok, output } = await runCommand(process.execPath, [compiler, ...options, join(folder, "manifest.ts")], { folder });
    expect([ok, output]).toEqual([true, ""]);
  });

  it("probes the paths and the port that the command serves", () => {
    expect((JSON.parse(config) as Config).listen).toBe(`0.0.0.0:${PORT}`);
    expect(container?.ports).toEqual([{ name: "metrics", containerPort: PORT }]);
    expect([container?.livenessProbe.httpGet, container?.readinessProbe.httpGet]).toEqual([
      { path: "/healthz", port: "metrics" },
      { path: "/readyz", port: "metrics" },
    ]);
    expect(template?.metadata.annotations).toMatchObject({ "prometheus.io/port": String(PORT), "prometheus.io/path": "/metrics" });
    expect(container?.volumeMounts.map(({ name }) => name)).toEqual(template?.spec.volumes.map(({ name }) => name));
  });
});
