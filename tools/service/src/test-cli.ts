import { cp } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-command";
import { ROOT } from "@keywright/tool-services";
import { copyRepository, type RepositoryCopy } from "./repository-copy.ts";

const USAGE = [
  "Usage: npx pnpm test:service [contract]",
  "  contract  a folder with an openapi.yaml, named like its service. Default: tools/service/test/billing",
  "  Makes the package of a service in a copy of the repository, from its contract to green checks, and calls each operation on Prism.",
].join("\n");

const [given] = readCommandLine(USAGE, {}, 1).positionals;
const contract = resolve(given ?? join(import.meta.dirname, "../test/billing"));
const begun = performance.now();

/** Says how long a step took, and gives what it said. */
async function step(what: string, work: () => Promise<string>): Promise<string> {
  const from = performance.now();
  const said = await work();
  console.log(`ok  ${what.padEnd(50)} ${Math.round((performance.now() - from) / 1000)} s`);
  return said;
}

async function tryService({ folder, run }: RepositoryCopy, name: string): Promise<string> {
  const pnpm = join(folder, "node_modules/.bin/pnpm");
  const commit = async (): Promise<string> => {
    await run("git", "add", "--all");
    return run("git", "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message", "a service");
  };
  await cp(contract, join(folder, "specs", name), { recursive: true });
  await step(`npx pnpm service ${name}`, () => run(pnpm, "run", "service", name));
  await commit();
  const again = `(await import("./tools/service/src/write-service.ts")).writeService(process.cwd(), ${JSON.stringify(name)})`;
  await step("written once more", () => run(process.execPath, "--import", "tsx", "--input-type=module", "--eval", `await ${again}`));
  const changed = await run("git", "status", "--porcelain");
  if (changed !== "") throw new Error(`the second run changed something:\n${changed}`);
  const vitest = (...words: readonly string[]): Promise<string> => run(join(folder, "node_modules/.bin/vitest"), "run", ...words);
  const tests = await step("its tests", () => vitest("--project", name));
  const prism = await step("its client on Prism", () => vitest("--project", "contract-tests", "prism-answers", "readme"));
  const demo = await step("the demo", () => run(pnpm, "run", "demo"));
  return `${lastLine(demo, /operations answered/)}; ${lastLine(tests, /^\d+ passed/)} by the contract; ${lastLine(prism, /^\d+ passed/)} on Prism`;
}

function lastLine(text: string, pattern: RegExp): string {
  return (
    text
      .split("\n")
      .filter((line) => pattern.test(line))
      .at(-1) ?? "nothing was counted"
  );
}

try {
  const copy = await copyRepository(ROOT);
  try {
    const counts = await tryService(copy, basename(contract));
    console.log(`${counts}; ${Math.round((performance.now() - begun) / 1000)} s`);
  } finally {
    await copy.remove();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
