import { printErrors, readCommandLine } from "@keywright/tool-test-kit/command";
import { judgePackages } from "./release/judge.ts";
import { printVerdict } from "./release/print.ts";

const USAGE =
  "Usage: npx pnpm check diff [base]\n  base  a commit, branch or tag to compare with. Default: the last release of each package, or the default branch if it has none";

const [base] = readCommandLine(USAGE, {}, 1).positionals;
printErrors();
const verdict = await judgePackages(process.cwd(), base);
for (const line of printVerdict(verdict)) console.log(line);
// CI must not pass when nothing was compared.
const isEmpty = verdict.unreleased?.isCutOff === true && process.env["CI"] !== undefined;
if (isEmpty) console.error("Nothing was compared, which is an error in CI. Check out the history, for example with fetch-depth: 0.");
process.exitCode = isEmpty || verdict.packages.some(({ findings }) => findings.length > 0) ? 1 : 0;
