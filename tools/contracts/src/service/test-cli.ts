import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { printErrors, readCommandLine } from "@keywright/tool-test-kit/command";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";

const USAGE = [
  "Usage: npx pnpm test service [contract]",
  "  contract  a folder with an openapi.yaml, named like its service. Default: tools/contracts/test/service/billing",
  "  In a copy of the repository, writes the package and the emulator of a service, runs all checks, calls each operation on Prism and on the emulator,",
  "  and removes the service again; so, too, for the client of a contract of others, whose server is in its test.",
].join("\n");

const [given] = readCommandLine(USAGE, {}, 1).positionals;
const contract = resolve(given ?? join(import.meta.dirname, "../../test/service/billing"));
const begun = performance.now();

/** Prints how long a step took, and returns its output. */
async function step(what: string, work: () => Promise<string>): Promise<string> {
  const from = performance.now();
  const said = await work();
  console.log(`ok  ${what.padEnd(50)} ${Math.round((performance.now() - from) / 1000)} s`);
  return said;
}

/** Returns the files of the repository of some kinds, such as `--deleted`. */
async function filesOf(...kinds: readonly string[]): Promise<readonly string[]> {
  return (await runOrThrow("git", ["ls-files", "-z", ...kinds], { folder: ROOT })).split("\0").filter(Boolean);
}

/** Tries a service in a copy of the repository with its changes. Returns the tests' counts. */
async function tryService(folder: string, name: string): Promise<string> {
  const pnpm = join(ROOT, "node_modules/.bin/pnpm");
  // The cache saves building packages that have not changed.
  const options = { folder, environment: { CI: "true", TURBO_CACHE_DIR: join(ROOT, ".turbo/cache") }, timeoutMs: 1_800_000 };
  const run = (command: string, ...words: readonly string[]): Promise<string> => runOrThrow(command, words, options);
  const commit = async (): Promise<string> => {
    await run("git", "add", "--all");
    return run("git", "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "--allow-empty", "--message", "a service");
  };
  // A clone, because released packages are compared with their tags.
  await run("git", "clone", "--quiet", "--shared", ROOT, ".");
  const deleted = await filesOf("--deleted");
  const changed = (await filesOf("--modified", "--others", "--exclude-standard")).filter((path) => !deleted.includes(path));
  for (const path of deleted) await rm(join(folder, path));
  for (const path of changed) await cp(join(ROOT, path), join(folder, path));
  // The state that the removal must restore.
  await commit();
  await run(pnpm, "install", "--offline", "--frozen-lockfile");
  const vendor = join(import.meta.dirname, "../../test/service/vendor");
  const lending = ["lending", "--vendor", join(vendor, "lending/api.yml"), "--overlay", join(vendor, "lending-overlay.yaml")];
  await step("npx pnpm service lending --vendor", () => run(pnpm, "run", "service", ...lending));
  await cp(join(vendor, "calls.test.ts.txt"), join(folder, "packages/lending/test/calls.test.ts"));
  await cp(contract, join(folder, "specs", name), { recursive: true });
  await step(`npx pnpm service ${name} --emulator`, () => run(pnpm, "run", "service", name, "--emulator"));
  await commit();
  const again = `await (await import("./tools/contracts/src/service/write-service.ts")).writeService(process.cwd(), "${name}");
    await (await import("./tools/contracts/src/service/emulator/write-emulator.ts")).writeEmulator(process.cwd(), "${name}");`;
  await step("written once more", () => run(process.execPath, "--import", "tsx", "--input-type=module", "--eval", again));
  const rewritten = await run("git", "status", "--porcelain");
  if (rewritten !== "") throw new Error(`a second run must change nothing, but changed:\n${rewritten}`);
  const vitest = (...words: readonly string[]): Promise<string> => run(join(folder, "node_modules/.bin/vitest"), "run", ...words);
  const tests = await step("its tests", () => vitest(`packages/${name}/`, "packages/lending/"));
  const onPrism = ["prism-answers", "readme"].map((file) => `packages/contract-tests/test/${file}`);
  const prism = await step("its client on Prism", () => vitest(...onPrism, "--testNamePattern", `^(?!.* run on the )|packages/${name}/`));
  const story = join(contract, "../emulator-stories", `${name}.test.ts.txt`);
  if (existsSync(story)) await cp(story, join(folder, "packages/emulator/test", name, "story.test.ts"));
  const emulated = await step("its client on its emulator", () => vitest(`packages/emulator/test/${name}/`));
  const demo = await step("the demo", () => run(pnpm, "run", "demo"));
  await run("git", "clean", "--quiet", "--force", "-d", "packages/emulator/test");
  for (const each of [name, "lending"]) await step(`${each} removed`, () => run(pnpm, "run", "service", each, "--remove"));
  const left = await run("git", "diff", "--name-only", "HEAD~1");
  if (left !== "") throw new Error(`the removal must restore the former state, but left:\n${left}`);
  const passed = (said: string): string => lastLine(said, /^\d+ passed/);
  return `${lastLine(demo, /operations answered/)}; ${passed(tests)} by the contract, ${passed(prism)} on Prism, ${passed(emulated)} on its emulator`;
}

function lastLine(text: string, pattern: RegExp): string {
  const lines = text.split("\n").filter((line) => pattern.test(line));
  return lines.at(-1) ?? "nothing was counted";
}

printErrors();
const folder = await mkdtemp(join(tmpdir(), "keywright-service-"));
try {
  const counts = await tryService(folder, basename(contract));
  console.log(`${counts}; ${Math.round((performance.now() - begun) / 1000)} s`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
