import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { findWords, wordList } from "./words/avoided-words.ts";

const USAGE =
  "Usage: npx pnpm check words [path…]\n  Finds words to avoid in prose, comments, strings and descriptions.\n  path  a file or folder. Default: the repository";
const { positionals } = readCommandLine(USAGE, {}, 100);
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...positionals], { cwd: ROOT, encoding: "utf8" });
const files = tracked
  .split("\n")
  .filter((path) => /\.(md|ts|js|yaml)$/.test(path) && !/(^|\/)(test|generated|specs\/vendor|api\.md|pnpm-lock\.yaml|CHANGELOG\.md)(\/|$)/.test(path));
const words = wordList(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"));
const findings = files.flatMap((path) => findWords(path, readFileSync(join(ROOT, path), "utf8"), words));
for (const finding of findings) console.log(finding);
console.log(`${files.length} files, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
