import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkVisible, idOf, publishRelease } from "./publish/publish.ts";

const USAGE = `Usage: npx pnpm release publish [--direct | --check] [folder]
  Stages the packages of release pack that the registry does not have. A run that was
  cut off goes on. npx pnpm release approve publishes what is staged.
  folder    the folder that release pack has written. Default: release
  --direct  publishes them at once, without a stage
  --check   publishes nothing; fails unless everyone can install the packages`;

// This command runs without installed packages, so it cannot use @keywright/tool-test-kit.
function readWords() {
  const flag = { type: "boolean", default: false } as const;
  const args = process.argv.slice(2).filter((word) => word !== "--");
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { direct: flag, check: flag, help: { ...flag, short: "h" } } });
  if (positionals.length > 1) throw new Error(`${positionals[1]} is not understood.`);
  if (values.direct && values.check) throw new Error("--direct and --check exclude each other.");
  return { ...values, folder: resolve(positionals[0] ?? "release") };
}

async function publish(folder: string, direct: boolean): Promise<void> {
  const states: string[] = [];
  await publishRelease(folder, { direct }, ({ release, state }) => {
    states.push(state);
    console.log(`${idOf(release)} ${state}`);
  });
  const done = states.filter((state) => !state.startsWith("already")).length;
  const waiting = states.filter((state) => state.endsWith("staged")).length;
  console.log(`${done} of ${states.length} packages ${direct ? "published" : "staged"}${waiting > 0 ? `; ${waiting} wait for npx pnpm release approve` : ""}`);
}

async function check(folder: string): Promise<void> {
  const findings = await checkVisible(folder);
  for (const finding of findings) console.log(`FINDING ${finding}`);
  console.log(findings.length === 0 ? "everyone can install the packages" : `${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

let words: ReturnType<typeof readWords>;
try {
  words = readWords();
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exit(2);
}
try {
  if (words.help) console.log(USAGE);
  else await (words.check ? check(words.folder) : publish(words.folder, words.direct));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
