import { type Options, parseArguments, UsageError, withHelp } from "@keywright/cli-kit";
import type { Finding } from "./contract/index.ts";
import { describeFindings } from "./describe-findings.ts";
import type { Screen } from "./output-folder.ts";
import { printChanges } from "./print-changes.ts";

/** The text of `--help`. */
const USAGE = [
  "Usage: keywright-generate diff <old> <new> [--markdown | --json] [--allow-references <place>]",
  "Lists what changes from one OpenAPI document to another for the users of its client, breaks first.",
  "  <old> <new>  first files of two contracts, in YAML or JSON, of version 2.0, 3.0, 3.1 or 3.2",
  "  --markdown   prints a list in Markdown",
  "  --json       prints a list in JSON: level (major, minor or patch), rule, operations, where, what, consequence, and",
  "               for a break that changes code, calls: one before and after it",
  "  --allow-references  another folder, file or URL that the contracts may refer to; repeatable",
  "  --help       prints this text",
  "Exit codes: 0 no change breaks users' code, 1 a change does (major), 2 an invalid argument, or a file that cannot be read.",
].join("\n");

/**
 * The command `keywright-generate diff`: compares two contracts.
 *
 * @param words The arguments after `diff`.
 * @returns The exit code: 0 no break, 1 a break, 2 a bad argument or file.
 */
export async function runDiff(words: readonly string[], { log, error }: Screen): Promise<number> {
  if (words.includes("--help")) {
    log(USAGE);
    return 0;
  }
  try {
    const { files, allowReferences, format } = readDiffArguments(words);
    // Loading the reader of contracts takes a second.
    const { openContract } = await import("./read/open-contract.ts");
    const { compareContracts } = await import("./diff/compare-contracts.ts");
    const [before, after] = await Promise.all(files.map((file) => openContract(file, { house: false, allowReferences, service: "service" })));
    const findings: readonly Finding[] = [before, after].flatMap((opened) => opened?.findings ?? []);
    if (findings.length > 0) error(describeFindings(findings));
    if (before?.contract === undefined || after?.contract === undefined) return 2;
    const { withCalls } = await import("./calls/changed-calls.ts");
    const changes = withCalls(before.contract, after.contract, compareContracts(before.contract, after.contract));
    log(printChanges(changes, format));
    return changes.some(({ level }) => level === "major") ? 1 : 0;
  } catch (problem) {
    error(
      problem instanceof UsageError
        ? withHelp(problem.message, "keywright-generate diff")
        : `keywright-generate failed: ${problem instanceof Error ? problem.message : String(problem)}`,
    );
    return 2;
  }
}

const OPTIONS = {
  markdown: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  "allow-references": { type: "string", multiple: true, default: [] },
} satisfies Options;

function readDiffArguments(args: readonly string[]) {
  const { values, words } = parseArguments(args, { program: "keywright-generate diff", options: OPTIONS, words: true });
  if (words.some((word) => word.includes("://"))) throw new UsageError("A contract must be the path of a file, not a URL: download it first.");
  if (words.length !== 2) throw new UsageError(`Expected two contracts, the old one and the new one; got ${words.length}.`);
  if (values.markdown && values.json) throw new UsageError("--markdown and --json exclude each other: pass one of them.");
  const format = values.json ? ("json" as const) : values.markdown ? ("markdown" as const) : ("text" as const);
  return { files: words, allowReferences: values["allow-references"], format };
}
