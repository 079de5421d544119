import { spawn } from "node:child_process";
import { join } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { checkName, ServiceError } from "./check-name.ts";

const USAGE = [
  "Usage: npx pnpm service <name> [--emulator | --remove]",
  "  name        a service with a contract, specs/<name>/openapi.yaml: writes packages/<name>, installs, and ends with npx pnpm check",
  "              What is there already stays as it is, but for generated files and the entries of its package.json.",
  "  --emulator  writes its emulator, too: packages/emulator/src/lib/<name>, with the contract's resources as its state",
  "  --remove    removes specs/<name>, packages/<name> and its emulator instead",
].join("\n");

const { values, positionals } = readCommandLine(USAGE, { emulator: { type: "boolean", default: false }, remove: { type: "boolean", default: false } }, 1);
const [name] = positionals;
if (name === undefined) refuseCommandLine(USAGE, "the name of the service is missing.");

/** Runs a command of the workspace; what it says is shown. */
function run(command: string, ...words: readonly string[]): Promise<boolean> {
  // Without it, pnpm asks before it brings node_modules up to date, and holds to the lockfile, which has to get the new package.
  const env = { ...process.env, CI: "true" };
  const child = spawn(join(ROOT, "node_modules/.bin", command), words, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], env });
  return new Promise((resolve) => child.once("error", () => resolve(false)).once("close", (code) => resolve(code === 0)));
}

async function main(service: string): Promise<number> {
  checkName(ROOT, service);
  // The generator takes seconds to load, and a mistaken name needs none of it.
  const { writeService } = await import("./write-service.ts");
  for (const path of await writeService(ROOT, service)) console.log(`wrote ${path}`);
  const emulator = values.emulator ? await (await import("./emulator/write-emulator.ts")).writeEmulator(ROOT, service) : undefined;
  for (const path of emulator?.paths ?? []) console.log(`wrote ${path}`);
  await install();
  if (emulator !== undefined && !(await run("pnpm", "--filter", "@keywright/emulator", "run", "generate")))
    throw new ServiceError("the emulator's part of the contract could not be generated; see above, then run the command again");
  // Line breaks are not what a contract is refused for.
  await run("oxfmt", `specs/${service}`, `packages/${service}`, ...(emulator?.paths ?? []));
  if (!(await run("pnpm", "run", "api", "--write")))
    throw new ServiceError("the report of the declarations could not be written; see above, then run the command again");
  if (!(await run("pnpm", "run", "check")))
    throw new ServiceError(`packages/${service} is written, and npx pnpm check is not green; see above, then run the command again`);
  console.log(WHAT_IS_LEFT.replaceAll("<service>", service));
  if (emulator !== undefined) console.log(whatTheEmulatorLacks(service, emulator.examples));
  return 0;
}

async function install(): Promise<void> {
  const words = ["install", "--no-frozen-lockfile"];
  if (!(await run("pnpm", ...words, "--offline")) && !(await run("pnpm", ...words)))
    throw new ServiceError("the packages could not be installed; see above, then run the command again");
}

async function remove(service: string): Promise<number> {
  const { removeService } = await import("./remove-service.ts");
  for (const path of await removeService(ROOT, service)) console.log(`removed ${path}`);
  await install();
  const isWritten = (await run("pnpm", "--filter", "@keywright/emulator", "run", "generate")) && (await run("pnpm", "run", "api", "--write"));
  if (!isWritten)
    throw new ServiceError("what the emulator says of its services could not be written again; see above, then run npx pnpm generate and npx pnpm api --write");
  return 0;
}

const WHAT_IS_LEFT = `
packages/<service> is written, and npx pnpm check is green. What only a person can write:
  packages/<service>/README.md      what the service is for, and its users' tasks
  packages/<service>/src/lib        helpers beyond the operations, exported by src/index.ts, with their tests
  packages/<service>/test           what is special about an operation: its examples are sent and its documented responses are read by contract.test.ts
  .changeset/<service>-client.md    the release note
  specs/README.md                   where each statement of the contract comes from
  tools/consumers, tools/check      a story, budgets of its own, a program of a user: until then, examples are called and budgets follow the operations
  packages/emulator                 the service, alive: npx pnpm service <service> --emulator writes its beginning; until then, its tests have mocks`;

function whatTheEmulatorLacks(service: string, examples: readonly string[]): string {
  const said = examples.length === 0 ? "" : `, above all what these do, which answer with an example of the contract: ${examples.join(", ")}`;
  return `  packages/emulator/src/lib/${service}   what the service does beyond its resources${said}`;
}

try {
  process.exitCode = await (values.remove ? remove(name) : main(name));
} catch (error) {
  // Whatever else fails is a fault of this tool, which its stack helps to find.
  if (!(error instanceof Error && ["ServiceError", "ContractError"].includes(error.name))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
