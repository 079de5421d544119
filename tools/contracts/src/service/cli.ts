import { spawn } from "node:child_process";
import { join } from "node:path";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import type { WrittenEmulator } from "./emulator/write-emulator.ts";
import { checkName, ServiceError } from "./check-name.ts";

const USAGE = [
  "Usage: npx pnpm service <name> [--emulator | --remove]",
  "       npx pnpm service <name> --vendor <file> [--overlay <file>]",
  "  name        a service with a contract, specs/<name>/openapi.yaml. Writes packages/<name>, installs it and runs npx pnpm check.",
  "              Of existing files, only generated ones and the entries of package.json change.",
  "  --emulator  also writes its emulator, packages/emulator/src/lib/<name>, with the contract's resources as its state",
  "  --remove    removes specs/<name>, packages/<name> and its emulator instead",
  "  --vendor    adds the client of a contract that belongs to others, of OpenAPI 2.0, 3.0, 3.1 or 3.2, in YAML or JSON. No rule of this repository",
  "              applies to it. Copies the file, and those of its folder that it refers to, to specs/vendor/<name>. Run it again for a later file",
  "  --overlay   with --vendor, a file of OpenAPI Overlay 1.0 or later, with changes of the contract; repeatable",
].join("\n");

const flag = { type: "boolean", default: false } as const;
const options = { emulator: flag, remove: flag, vendor: { type: "string" }, overlay: { type: "string", multiple: true } } as const;
const { values, positionals } = readCommandLine(USAGE, options, 1);
const { vendor, overlay: overlays = [] } = values;
const [name] = positionals;
if (name === undefined) rejectCommandLine(USAGE, "the name of the service is missing.");
if (overlays.length > 0 && vendor === undefined) rejectCommandLine(USAGE, "--overlay is only understood with --vendor.");
if (vendor !== undefined && (values.emulator || values.remove)) rejectCommandLine(USAGE, "--vendor writes a client alone; remove --emulator or --remove.");

/** Runs a command of the workspace with its output shown. Returns whether it succeeded. */
function run(command: string, ...words: readonly string[]): Promise<boolean> {
  // Without CI, pnpm asks before it updates node_modules.
  const env = { ...process.env, CI: "true" };
  const child = spawn(join(ROOT, "node_modules/.bin", command), words, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], env });
  return new Promise((resolve) => child.once("error", () => resolve(false)).once("close", (code) => resolve(code === 0)));
}

const GENERATE = ["--filter", "@keywright/emulator", "run", "generate"];
const REPORT = ["run", "check", "api", "--write"];

/** Runs pnpm, which must succeed. */
async function must(problem: string, ...words: readonly string[]): Promise<void> {
  if (!(await run("pnpm", ...words))) throw new ServiceError(`${problem}; fix the errors above, then run the command again`);
}

async function main(service: string): Promise<void> {
  checkName(ROOT, service, vendor !== undefined);
  // The generator takes seconds to load, so the name is checked first.
  const write = async (): Promise<readonly string[]> => {
    if (vendor === undefined) return (await import("./write-service.ts")).writeService(ROOT, service);
    return (await import("./write-vendor.ts")).writeVendor(ROOT, service, [vendor, ...overlays], console.log);
  };
  for (const path of await write()) console.log(`wrote ${path}`);
  const emulator = values.emulator ? await (await import("./emulator/write-emulator.ts")).writeEmulator(ROOT, service) : undefined;
  for (const path of emulator?.paths ?? []) console.log(`wrote ${path}`);
  await install();
  if (emulator !== undefined) await must("the emulator's copy of the contract could not be generated", ...GENERATE);
  // A contract's formatting must not fail the check.
  await run("oxfmt", ...(vendor === undefined ? [`specs/${service}`] : []), `packages/${service}`, ...(emulator?.paths ?? []));
  await must("the report of the declarations could not be written", ...REPORT);
  const parts = vendor === undefined ? [] : ["types", "structure", "diff", "words"];
  await must(`packages/${service} is written, but npx pnpm check fails`, "run", "check", ...parts);
  if (vendor === undefined) console.log(WHAT_IS_LEFT.replaceAll("<service>", service));
  if (emulator !== undefined) console.log(whatTheEmulatorLacks(service, emulator));
}

async function install(): Promise<void> {
  // In CI, pnpm does not change the lockfile by default.
  const words = ["install", "--no-frozen-lockfile"];
  if (!(await run("pnpm", ...words, "--offline"))) await must("the packages could not be installed", ...words);
}

async function remove(service: string): Promise<void> {
  const { removeService } = await import("./remove-service.ts");
  for (const path of await removeService(ROOT, service)) console.log(`removed ${path}`);
  await install();
  for (const words of [GENERATE, REPORT]) await must("generated files could not be updated", ...words);
}

const WHAT_IS_LEFT = `
packages/<service> is written, and npx pnpm check passes. What is left for you to write:
  packages/<service>/README.md      what the service is for, and its users' tasks
  packages/<service>/src/lib        helpers beyond the operations, exported by src/index.ts, with their tests
  packages/<service>/test           tests of special behavior; contract.test.ts covers the contract's examples and documented responses
  .changeset/<service>-client.md    the release note
  specs/README.md                   where each statement of the contract comes from
  tools/docs/guides/service-limits.md  a section with the marks of its table: <!-- generated: <service> --> and <!-- end -->
  tools/consumers, tools/check      a story, size budgets and a user's program; until then, examples are called and budgets follow those of other services
  packages/emulator                 the emulator: npx pnpm service <service> --emulator writes a first version; until then, tests use mocks`;

function whatTheEmulatorLacks(service: string, { examples, withoutError }: WrittenEmulator): string {
  const said = examples.length === 0 ? "" : `, first of all these operations, which return an example of the contract: ${examples.join(", ")}`;
  const errors = `\n  specs/${service}/openapi.yaml   a status 400 or 422: without one, the emulator responds with 500 to an invalid request of ${withoutError.join(", ")}`;
  return `  packages/emulator/src/lib/${service}   behavior beyond the resources${said}${withoutError.length === 0 ? "" : errors}`;
}

try {
  await (values.remove ? remove(name) : main(name));
} catch (error) {
  // Any other error is a defect of this tool, so it keeps its stack.
  if (!(error instanceof Error && ["ServiceError", "ContractError"].includes(error.name))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
