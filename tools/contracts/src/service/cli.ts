import { spawn } from "node:child_process";
import { join } from "node:path";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import type { WrittenEmulator } from "./emulator/write-emulator.ts";
import { checkName, ServiceError } from "./check-name.ts";

const USAGE = [
  "Usage: npx pnpm service <name> [--emulator | --remove]",
  "  name        a service with a contract, specs/<name>/openapi.yaml. Writes packages/<name>, installs it and runs npx pnpm check.",
  "              Of existing files, only generated ones and the entries of package.json change.",
  "  --emulator  also writes its emulator, packages/emulator/src/lib/<name>, with the contract's resources as its state",
  "  --remove    removes specs/<name>, packages/<name> and its emulator instead",
].join("\n");

const { values, positionals } = readCommandLine(USAGE, { emulator: { type: "boolean", default: false }, remove: { type: "boolean", default: false } }, 1);
const [name] = positionals;
if (name === undefined) rejectCommandLine(USAGE, "the name of the service is missing.");

/** Runs a command of the workspace with its output shown. Returns whether it succeeded. */
function run(command: string, ...words: readonly string[]): Promise<boolean> {
  // Without CI, pnpm asks before it updates node_modules.
  const env = { ...process.env, CI: "true" };
  const child = spawn(join(ROOT, "node_modules/.bin", command), words, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], env });
  return new Promise((resolve) => child.once("error", () => resolve(false)).once("close", (code) => resolve(code === 0)));
}

async function main(service: string): Promise<void> {
  checkName(ROOT, service);
  // The generator takes seconds to load, so the name is checked first.
  const { writeService } = await import("./write-service.ts");
  for (const path of await writeService(ROOT, service)) console.log(`wrote ${path}`);
  const emulator = values.emulator ? await (await import("./emulator/write-emulator.ts")).writeEmulator(ROOT, service) : undefined;
  for (const path of emulator?.paths ?? []) console.log(`wrote ${path}`);
  await install();
  if (emulator !== undefined && !(await run("pnpm", "--filter", "@keywright/emulator", "run", "generate")))
    throw new ServiceError("the emulator's copy of the contract could not be generated; fix the errors above, then run the command again");
  // A contract's formatting must not fail the check.
  await run("oxfmt", `specs/${service}`, `packages/${service}`, ...(emulator?.paths ?? []));
  if (!(await run("pnpm", "run", "check", "api", "--write")))
    throw new ServiceError("the report of the declarations could not be written; fix the errors above, then run the command again");
  if (!(await run("pnpm", "run", "check")))
    throw new ServiceError(`packages/${service} is written, but npx pnpm check fails; fix the errors above, then run the command again`);
  console.log(WHAT_IS_LEFT.replaceAll("<service>", service));
  if (emulator !== undefined) console.log(whatTheEmulatorLacks(service, emulator));
}

async function install(): Promise<void> {
  // In CI, pnpm does not change the lockfile by default.
  const words = ["install", "--no-frozen-lockfile"];
  if (!(await run("pnpm", ...words, "--offline")) && !(await run("pnpm", ...words)))
    throw new ServiceError("the packages could not be installed; fix the errors above, then run the command again");
}

async function remove(service: string): Promise<void> {
  const { removeService } = await import("./remove-service.ts");
  for (const path of await removeService(ROOT, service)) console.log(`removed ${path}`);
  await install();
  const isWritten = (await run("pnpm", "--filter", "@keywright/emulator", "run", "generate")) && (await run("pnpm", "run", "check", "api", "--write"));
  if (!isWritten)
    throw new ServiceError(
      "the emulator's generated files could not be updated; fix the errors above, then run npx pnpm generate and npx pnpm check api --write",
    );
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
