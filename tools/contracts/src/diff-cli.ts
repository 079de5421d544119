import { resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-command";
import { judgePackages } from "./release/judge.ts";
import { printJudgement } from "./release/print.ts";

const USAGE = "Usage: npx pnpm contract:diff [base]\n  base  a commit, branch or tag to compare with; absent: the last release of each package";

const [base] = readCommandLine(USAGE, {}, 1).positionals;
try {
  const judgements = await judgePackages(resolve(import.meta.dirname, "../../.."), base);
  for (const judgement of judgements) for (const line of printJudgement(judgement)) console.log(line);
  const changes = judgements.reduce((sum, one) => sum + one.changes.length, 0);
  const findings = judgements.reduce((sum, one) => sum + one.findings.length, 0);
  console.log(`${judgements.length} packages, ${changes} changes, ${findings} findings`);
  process.exitCode = findings > 0 ? 1 : 0;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
