import { after, BUILD, cli, type Parts } from "./part.ts";

/** Checks before a merge, in two lanes of equal time. Parts that need the build are second. */
export const LANES: readonly Parts[] = [
  {
    types: { about: "types of all sources and tests", run: "tsc -p tsconfig.json" },
    lint: { about: "rules of .oxlintrc.json", run: "oxlint --deny-warnings", takes: "[path]…" },
    format: { about: "format of files; npx pnpm format writes it", run: "oxfmt --check", takes: "[path]…" },
    contracts: cli("problems of contracts, with file, line and column", "contracts/src/contracts-cli.ts"),
    structure: cli("budgets of structure and size, what services must have, unused code", "check/src/structure-cli.ts"),
    generated: { about: "generated code and READMEs; npx pnpm generate writes them", run: "turbo run generate -- --check" },
    diff: cli("changes of contracts since the last release, and the versions that they need", "contracts/src/diff-cli.ts", "[base]"),
  },
  {
    api: after("turbo run build", cli("published declarations and files; --write writes their reports", "check/src/api-cli.ts")),
    call: cli("the files, functions and calls of one createItem", "bench/src/call-cli.ts"),
    sizes: after(BUILD, cli("sizes of what users bundle", "check/src/sizes-cli.ts")),
    words: cli("words to avoid in prose", "check/src/words-cli.ts", "[path]…"),
  },
];
