import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { bundledRun } from "./command.ts";
import { SECRETS, startProcess } from "./support.ts";

const { command, setUp } = bundledRun();
const read = (name: string): Promise<string> => readFile(new URL(`../deploy/${name}`, import.meta.url), "utf8");
const PROGRAM = "/opt/keywright/node_modules/@keywright/run/dist/cli.js";
const DATABASE_URL = `postgres://app:${SECRETS.database}@db.example.com/app`;

/** A program in place of /app/server.js: prints its arguments, and the names and sizes of its variables. */
const SERVER = `
const { readFileSync } = require("node:fs");
const [, file] = process.argv.slice(2);
const { DATABASE_USER, DATABASE_PASSWORD = "", DATABASE_URL = "", KEYWRIGHT_VAULT_TOKEN_FILE = "none" } = process.env;
const sizes = { user: DATABASE_USER, password: DATABASE_PASSWORD.length, url: DATABASE_URL.length, token: KEYWRIGHT_VAULT_TOKEN_FILE };
console.log(JSON.stringify(sizes), DATABASE_PASSWORD, file === undefined ? "" : readFileSync(file, "utf8"));
`;

/**
 * Starts a command line of a delivered file on an emulator, with its environment. Paths and the
 * address of the vault become those of this machine; all else is as delivered.
 */
async function delivered(files: { readonly [path: string]: string }) {
  const { vault, folder } = await setUp();
  const at = (path: string): string => join(folder, path);
  const all = { ...files, "/app/server.js": SERVER, "/opt/app/server.js": SERVER };
  const local = (word: string): string => {
    if (word === PROGRAM) return command;
    if (word === "node" || word === "/usr/bin/node") return process.execPath;
    return word.startsWith("/") ? at(word) : word;
  };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), content);
  }
  return {
    at,
    async start(words: readonly string[], given: { readonly [name: string]: string } = {}) {
      const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"] };
      for (const [name, value] of Object.entries(given)) env[name] = value.replace("https://vault.example.com", vault.env["KEYWRIGHT_VAULT_URL"] ?? "");
      const token = given["KEYWRIGHT_VAULT_TOKEN_FILE"];
      if (token !== undefined) {
        env["KEYWRIGHT_VAULT_TOKEN_FILE"] = at(token);
        await mkdir(dirname(at(token)), { recursive: true });
        await writeFile(at(token), `${vault.emulator.token}\n`);
      }
      const [program = "", ...args] = words.map(local);
      return startProcess(program, args, { cwd: folder, env });
    },
    vault,
    folder,
  };
}

const shown = (sizes: object): string => JSON.stringify({ user: "app", password: SECRETS.database.length, url: 0, token: "none", ...sizes });

describe("the Dockerfile", async () => {
  const dockerfile = await read("Dockerfile");
  const stages = [...dockerfile.matchAll(/^FROM \S+(?: AS (\S+))?$/gm)].map(([, name]) => name);
  const line = (key: string): string => new RegExp(`^${key} (.+)$`, "m").exec(dockerfile)?.[1] ?? "";
  const entry = JSON.parse(line("ENTRYPOINT")) as readonly string[];
  const args = JSON.parse(line("CMD")) as readonly string[];

  it("starts the built command of the package that it installs, as a user without privileges", async () => {
    const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
      readonly name: string;
      readonly publishConfig: { readonly bin: { readonly [name: string]: string } };
    };
    expect(line("RUN").split(" ").at(-1)).toBe(manifest.name);
    expect(entry[1]).toBe(join("/opt/keywright/node_modules", manifest.name, manifest.publishConfig.bin["keywright-run"] ?? ""));
    for (const [, from] of dockerfile.matchAll(/--from=(\S+)/g)) expect(stages).toContain(from);
    expect(dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });

  it("has the token of the compose file outside of the folder that the image contains", async () => {
    const { services, secrets } = parse(await read("compose.yaml")) as {
      readonly services: { readonly app: { readonly build: string } };
      readonly secrets: { readonly vault_token: { readonly file: string } };
    };
    const folder = resolve("/deploy", services.app.build);
    expect(relative(folder, resolve("/deploy", secrets.vault_token.file))).toMatch(/^\.\.\//);
  });

  it("starts the program of the compose file with its secrets and without the token", async () => {
    const { services, configs } = parse(await read("compose.yaml")) as {
      readonly services: {
        readonly app: { readonly environment: { readonly [name: string]: string }; readonly configs: readonly { readonly target: string }[] };
      };
      readonly configs: { readonly app: { readonly content: string } };
    };
    const [{ target } = { target: "" }] = services.app.configs;
    const { start } = await delivered({ [target]: configs.app.content });
    const started = await start([...entry, ...args], services.app.environment);
    expect([await started.ended, started.output]).toEqual([[0, null], { stdout: `${shown({ url: DATABASE_URL.length })} [secret] \n`, stderr: "" }]);
  });
});

describe("the Kubernetes manifest", async () => {
  interface Container {
    readonly command: readonly string[];
    readonly args: readonly string[];
    readonly env?: readonly { readonly name: string; readonly value: string }[];
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }
  interface Manifest {
    readonly kind: string;
    readonly metadata: { readonly name: string };
    readonly data: { readonly [file: string]: string };
    readonly spec: {
      readonly template: {
        readonly spec: {
          readonly initContainers?: readonly Container[];
          readonly containers: readonly Container[];
          readonly volumes: readonly { readonly name: string }[];
        };
      };
    };
  }
  const documents = parseAllDocuments(await read("kubernetes.yaml")).map((document) => document.toJS() as Manifest);
  const files = Object.fromEntries(Object.entries(documents[0]?.data ?? {}).map(([name, content]) => [`/etc/keywright/${name}`, content]));
  const podOf = (name: string) => documents.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === name)?.spec.template.spec;
  const words = ({ command: program, args }: Container): readonly string[] => [...program, ...args];
  const environment = ({ env = [] }: Container): { readonly [name: string]: string } => Object.fromEntries(env.map(({ name, value }) => [name, value]));

  it("starts the program with its secrets, or with a file that the init container has written", async () => {
    const { start, at } = await delivered(files);
    await mkdir(at("/run/app"), { recursive: true });
    const [wrapper, file] = [podOf("app")?.containers[0], podOf("app-with-file")];
    const [init, reader] = [file?.initContainers?.[0], file?.containers[0]];
    if (wrapper === undefined || init === undefined || reader === undefined) throw new Error("a container is missing");
    const wrapped = await start(words(wrapper), environment(wrapper));
    expect([await wrapped.ended, wrapped.output.stdout]).toEqual([[0, null], `${shown({})} [secret] \n`]);
    const written = await start(words(init), environment(init));
    expect([await written.ended, written.output]).toEqual([[0, null], { stdout: "", stderr: "" }]);
    const running = await start(words(reader), environment(reader));
    expect(await running.ended).toEqual([0, null]);
    expect(running.output.stdout).toContain(`  user: app\n  password: "${SECRETS.database}"\n`);
  });

  it("has only properties of Kubernetes' own types, and mounts volumes that there are", async () => {
    const folder = join(import.meta.dirname, `.types-${randomUUID()}`);
    await mkdir(folder);
    onTestFinished(() => rm(folder, { recursive: true }));
    const types = 'import type { ConfigMap } from "kubernetes-types/core/v1";\nimport type { Deployment } from "kubernetes-types/apps/v1";\n';
    await writeFile(join(folder, "manifest.ts"), `${types}export const manifest: [ConfigMap, Deployment, Deployment] = ${JSON.stringify(documents)};\n`);
    const options = ["--ignoreConfig", "--strict", "--noEmit", "--skipLibCheck", "--module", "esnext", "--moduleResolution", "bundler", "--pretty", "false"];
    const { ok, output } = await runCommand(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...options, join(folder, "manifest.ts")], {
      folder,
    });
    expect([ok, output]).toEqual([true, ""]);
    for (const pod of [podOf("app"), podOf("app-with-file")]) {
      const mounted = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
      expect(new Set(mounted)).toEqual(new Set(pod?.volumes.map(({ name }) => name)));
    }
  });
});

describe("the systemd unit", async () => {
  const unit = await read("app.service");
  const valuesOf = (key: string): readonly string[] => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value = ""]) => value);

  it("starts the program with its secrets and the credential of systemd", async () => {
    const [program, ...args] = valuesOf("ExecStart")[0]?.split(" ") ?? [];
    expect(program).toBe("/usr/bin/keywright-run");
    const { start } = await delivered({ "/etc/keywright/app.env": "DATABASE_USER=app\nDATABASE_PASSWORD=op://Production/Database/password\n" });
    const env = Object.fromEntries(valuesOf("Environment").map((each) => each.replace("%d", "/run/credentials/app.service").split("=", 2) as [string, string]));
    const started = await start(["node", PROGRAM, ...args], env);
    expect([await started.ended, started.output.stdout]).toEqual([[0, null], `${shown({})} [secret] \n`]);
    expect(valuesOf("LoadCredential")[0]?.split(":")[0]).toBe("vault_token");
  });

  it("does not restart after the exit codes of a program that cannot start", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const codes = [...readme.matchAll(/^\| (\d+) +\| (.*)\|$/gm)].filter(([, , text = ""]) => /^The command (cannot|does not)/.test(text));
    expect(valuesOf("RestartPreventExitStatus")[0]?.split(" ")).toEqual(codes.map(([, code]) => code));
  });
});

describe("the workflow of GitHub Actions", async () => {
  interface Step {
    readonly name?: string;
    readonly run?: string;
  }
  const { jobs } = parse(await read("github-actions.yaml")) as { readonly jobs: { readonly test: { readonly steps: readonly Step[] } } };
  const script = (name: string): string => jobs.test.steps.find((step) => step.name === name)?.run ?? "";

  async function runStep(text: string) {
    const { vault, folder } = await delivered({});
    await mkdir(join(folder, "bin"));
    await symlink(command, join(folder, "bin", "keywright-run"));
    await writeFile(join(folder, "app.env"), "DATABASE_PASSWORD=op://Production/Database/password\n");
    await writeFile(join(folder, "github.env"), "");
    const path = `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`;
    const env = { ...vault.env, PATH: path, GITHUB_ENV: join(folder, "github.env") };
    // GitHub's own command line for `shell: bash`.
    const started = startProcess("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", text], { cwd: folder, env });
    expect([await started.ended, started.output.stderr]).toEqual([[0, null], ""]);
    return { stdout: started.output.stdout, exported: await readFile(join(folder, "github.env"), "utf8") };
  }

  it("checks the references, and masks the output of the tests", async () => {
    expect((await runStep(script("check"))).stdout).toMatch(/^DATABASE_PASSWORD: op:\/\/Production\/Database\/password \(version \d+\)\n$/);
    const test = script("test").replace("npm test", 'sh -c "echo got \\$DATABASE_PASSWORD"');
    expect((await runStep(test)).stdout).toBe("got [secret]\n");
  });

  it("masks each line of a value before it is exported whole", async () => {
    const { stdout, exported } = await runStep(script("export").replace("Production/Database/password", "Build/Registry/key"));
    expect(stdout).toBe(
      SECRETS.key
        .split("\n")
        .map((line) => `::add-mask::${line}\n`)
        .join(""),
    );
    const [, end = "", value] = /^DATABASE_PASSWORD<<(\S+)\n([\s\S]*)\n\1\n$/.exec(exported) ?? [];
    expect(end).toMatch(/^[\da-f-]{36}$/);
    expect(value).toBe(SECRETS.key);
  });
});
