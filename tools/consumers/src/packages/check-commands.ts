import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { COMPILERS } from "@keywright/tool-check/check-consumers";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { type runCommand, runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { PETSHOP } from "@keywright/tool-test-kit/testing/petshop";
import { type Cell, cellsOf } from "./cells.ts";
import type { Services } from "./installed.ts";
import type { Runtime } from "./runtimes.ts";

/** An installed command. A use returns a summary, or throws an error with the output. */
interface CommandUse {
  /** An empty folder of the project. */
  readonly place: string;
  readonly services: Services;
  /** Runs the command in that folder. @param program Another program for the same runtime. */
  run(words: readonly string[], environment?: NodeJS.ProcessEnv, program?: string): ReturnType<typeof runCommand>;
}

/** A use of each command, in addition to its help. Every other check uses `keywright-emulator`. */
const USES: { readonly [name: string]: (use: CommandUse) => Promise<string> } = {
  "keywright-conformance": useConformance,
  "keywright-generate": useGenerate,
  "keywright-run": useRun,
  "keywright-tail": useTail,
};

/** Runs each command of the packages with one runtime: its help and its use. */
export async function checkCommands(
  where: string,
  project: string,
  names: readonly string[],
  { runCommand: runIn }: Runtime,
  services: Services,
): Promise<readonly Cell[]> {
  if (runIn === undefined) return [];
  const cells: Promise<readonly Cell[]>[] = [];
  for (const folder of names.map((name) => join(project, "node_modules", name))) {
    const { bin = {} } = (await readManifest(folder)) as { readonly bin?: { readonly [name: string]: string } };
    for (const [name, target] of Object.entries(bin)) {
      const useIn = async (use: (given: CommandUse) => Promise<string>): Promise<string> => {
        const place = await mkdtemp(join(project, `${name}-`));
        return use({
          place,
          services,
          run: (words, environment = {}, program = join(folder, target)) => runIn(program, words, { folder: place, environment }),
        });
      };
      const help = async ({ run }: CommandUse): Promise<string> => {
        const { ok, output } = await run(["--help"]);
        if (!ok || !output.includes(name)) throw new Error(`its help must name ${name}\n${output}`);
        return output.split("\n")[0] ?? "";
      };
      const use = USES[name];
      cells.push(cellsOf(where, `${name} --help`, () => useIn(help)));
      if (use !== undefined) cells.push(cellsOf(where, name, () => useIn(use)));
    }
  }
  return (await Promise.all(cells)).flat();
}

/** Writes a stream to a file with `keywright-tail`, then continues on standard output. */
async function useTail({ place, run, services: { events } }: CommandUse): Promise<string> {
  const environment = { KEYWRIGHT_EVENTS_URL: events.baseUrl, KEYWRIGHT_EVENTS_TOKEN: events.token };
  const given = ["auditevents", "--checkpoint", "position", "--since", "2020-01-01T00:00:00Z", "--page-size", "1000", "--once", "--quiet"];
  const written = await run([...given, "--output", "events.jsonl"], environment);
  if (!written.ok) throw new Error(`it failed\n${written.output}`);
  // Each line ends with a newline, also the last one.
  const lines = (await readFile(join(place, "events.jsonl"), "utf8")).split("\n").slice(0, -1);
  const different = new Set(lines.map((line) => (JSON.parse(line) as { readonly uuid: string }).uuid));
  if (different.size !== 4000 || lines.length !== 4000)
    throw new Error(`expected 4000 lines of different events, got ${lines.length} lines of ${different.size} events`);
  const again = await run(given, environment);
  if (!again.ok || /^\{/m.test(again.output)) throw new Error(`expected no new lines\n${again.output}`);
  return "4000 lines in a file, none repeated";
}

/** Checks the services with `keywright-conformance`, without a write. */
async function useConformance({ run, services: { vault, management, events } }: CommandUse): Promise<string> {
  const urls = ["--vault", vault.baseUrl, "--management", management.baseUrl, "--events", events.baseUrl];
  const environment = { KEYWRIGHT_VAULT_TOKEN: vault.token, KEYWRIGHT_MANAGEMENT_TOKEN: management.token, KEYWRIGHT_EVENTS_TOKEN: events.token };
  const { ok, output } = await run([...urls, "--tier", "faults"], environment);
  const held = [...output.matchAll(/: (\d+) held, 0 broken/g)].map(([, count]) => Number(count));
  if (!ok || held.length !== 3) throw new Error(`expected three services without a broken rule\n${output}`);
  return `${held.reduce((sum, count) => sum + count)} rules of three services held`;
}

const STRICT = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, skipLibCheck: false };
const OPTIONS = { target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [], module: "nodenext", outDir: "built" };

/** Generates a foreign contract's client with `keywright-generate`, compiles and calls it. */
async function useGenerate({ place, run }: CommandUse): Promise<string> {
  await cp(dirname(PETSHOP.contract), join(place, "api"), { recursive: true });
  const given = ["api/openapi.yaml", "--out", "generated"];
  for (const words of [given, [...given, "--check"]]) {
    const { ok, output } = await run(words);
    if (!ok) throw new Error(`keywright-generate ${words.join(" ")} failed\n${output}`);
  }
  await cp(PETSHOP.program, join(place, "program.ts"));
  await writeFile(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...STRICT, ...OPTIONS }, files: ["program.ts"] }));
  await writeFile(join(place, "package.json"), JSON.stringify({ type: "module" }));
  await runOrThrow(process.execPath, [join(dirname(COMPILERS["typescript-7"]), "bin/tsc"), "-p", place], { folder: place });
  const { output } = await run([], {}, join(place, "built/program.js"));
  if (!isDeepStrictEqual(JSON.parse(output.split("\n").at(-1) ?? ""), PETSHOP.printed))
    throw new Error(`the client's requests must match the contract\n${output}`);
  return "a client that compiles and matches the contract";
}

const SECRETS = `LOGIN="user {{ Team/Team login 1/username }}"
CODE=op://Production/Finance portal/Security/one-time password?attribute=otp
ROTATED=op://Team/Team login 1/password
`;

/** A program that prints its secrets, changes one, and waits for its restart with the new one. */
const PROGRAM = `
import { appendFileSync, existsSync } from "node:fs";
import { createVaultClient, findItem, findVault } from "@keywright/vault";
import { changeItem } from "@keywright/vault/items";
import { vaultEnvironment } from "@keywright/vault/node";
const { LOGIN, CODE, ROTATED } = process.env;
console.log(CODE === "" || CODE.includes("op://"), LOGIN, ROTATED);
const isRestarted = existsSync("started");
appendFileSync("started", "");
if (isRestarted) process.exit(7);
const vault = createVaultClient(vaultEnvironment());
const { id: vaultUUID } = await findVault(vault, { name: "Team" });
const { id: itemUUID } = await findItem(vault, { vaultUUID, title: "Team login 1" });
await changeItem(vault, { vaultUUID, itemUUID }, (patch) => patch.set({ purpose: "PASSWORD" }, "value", "rotated-" + crypto.randomUUID()));
setInterval(() => {}, 1e6);
`;

/** Runs a masked program with references in two vaults, and changes one secret meanwhile. */
async function useRun({ place, run, services: { vault } }: CommandUse): Promise<string> {
  await writeFile(join(place, "app.env"), SECRETS);
  await writeFile(join(place, "program.mjs"), PROGRAM);
  const environment = { KEYWRIGHT_VAULT_URL: vault.baseUrl, KEYWRIGHT_VAULT_TOKEN: vault.token };
  const { output } = await run(["-f", "app.env", "--keep-token", "--watch", "--poll", "1", "--", process.execPath, "program.mjs"], environment);
  const starts = output.split("\n").filter((line) => line === "false user [secret] [secret]").length;
  if (starts !== 2 || !output.includes("the command is restarted")) throw new Error(`expected two starts with masked secrets\n${output}`);
  return "secrets of two vaults, masked, and a restart with a new one";
}
