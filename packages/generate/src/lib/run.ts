import { relative, resolve, sep } from "node:path";
import { UsageError, withHelp } from "@keywright/cli-kit";
import { checkFolder, type Screen, writeFolder } from "./output-folder.ts";
import { type Arguments, readArguments, USAGE } from "./arguments.ts";
import type { Finding } from "./contract/index.ts";
import { describeFindings, findingsJson } from "./describe-findings.ts";
import { foreignFiles } from "./foreign-files.ts";
import { runDiff } from "./run-diff.ts";
import type { generate as Generate } from "./generator/generate.ts";

/**
 * The command `keywright-generate`: writes, or checks, the client of a contract.
 *
 * @param words The arguments after the command's name.
 * @param screen The output.
 * @returns The exit code: 0 success, 1 the contract or the folder must change, 2 a bad argument.
 */
export async function run(words: readonly string[], screen: Screen): Promise<number> {
  if (words[0] === "diff") return runDiff(words.slice(1), screen);
  if (words.includes("--help")) {
    screen.log(USAGE);
    return 0;
  }
  const given = readOrPrint(words, screen);
  if (given === undefined) return 2;
  // Loading the reader of contracts and the compiler takes seconds.
  const { ContractError, generate } = await import("./generator/generate.ts");
  const show = (findings: readonly Finding[]): string => (given.json ? findingsJson : describeFindings)(findings);
  const notes: Finding[] = [];
  try {
    const code = await runWith(given, (file, options) => generate(file, { ...options, onNote: (note) => notes.push(note) }), screen);
    if (given.json || notes.length > 0) (given.json ? screen.log : screen.error)(show(notes));
    return code;
  } catch (error) {
    const findings = error instanceof ContractError ? error.findings : [];
    if (findings.length === 0) screen.error(`keywright-generate failed: ${error instanceof Error ? error.message : String(error)}`);
    else (given.json ? screen.log : screen.error)(show(findings));
    return 1;
  }
}

function readOrPrint(words: readonly string[], screen: Screen): Arguments | undefined {
  try {
    return readArguments(words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    screen.error(withHelp(error.message, "keywright-generate"));
    return undefined;
  }
}

async function runWith(given: Arguments, generate: typeof Generate, screen: Screen): Promise<number> {
  const { contract, out, name, envPrefix, extension, allowReferences, overlays, include, exclude, fetch, check } = given;
  const foreign = await foreignFiles(out);
  if (foreign.length > 0) {
    screen.error(`${out} must contain only generated files; it has ${foreign.join(", ")}. Pass another folder with --out, or move them.`);
    return 1;
  }
  // Relative to the folder, so that the files are the same wherever the command runs.
  const file = relative(resolve(out), resolve(contract)).split(sep).join("/");
  const files = await generate(contract, { ...given, house: false, service: name, origin: { file, command: "keywright-generate" } });
  const options = {
    "--out": out,
    "--name": name ?? [],
    "--env-prefix": envPrefix ?? [],
    "--allow-references": allowReferences,
    "--overlay": overlays,
    "--include": include,
    "--exclude": exclude,
  };
  const words = Object.entries(options).flatMap(([option, values]) => [values].flat().flatMap((value) => [option, value.includes("*") ? `'${value}'` : value]));
  const command = ["npx keywright-generate", contract, ...words, ...(fetch ? ["--fetch"] : []), ...(extension === "ts" ? ["--extension ts"] : [])].join(" ");
  return (check ? checkFolder : writeFolder)(out, files, screen, { command });
}
