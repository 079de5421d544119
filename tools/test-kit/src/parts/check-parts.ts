import type { Parts } from "./part.ts";

/** Checks before a merge, in two lanes of equal time. Parts that need the build are second. */
export const LANES: readonly Parts[] = [
  {
    types: { about: "types of all sources and tests", run: "tsc -p tsconfig.json" },
    lint: { about: "rules of .oxlintrc.json", run: "oxlint --deny-warnings", takes: "[path]…" },
    format: { about: "format of files; npx pnpm format writes it", run: "oxfmt --check", takes: "[path]…" },
    contracts: {
      about: "problems of contracts, with file, line and column",
      run: "node --import tsx tools/contracts/src/contracts-cli.ts",
    },
    structure: {
      about: "budgets of structure and size, what services must have, unused code",
      run: "node --import tsx tools/check/src/structure-cli.ts",
    },
    generated: { about: "generated code and READMEs; npx pnpm generate writes them", run: "turbo run generate -- --check" },
    diff: {
      about: "changes of contracts since the last release, and the versions that they need",
      run: "node --import tsx tools/contracts/src/diff-cli.ts",
      takes: "[base]",
    },
  },
  {
    api: { about: "published declarations and files; --write writes their reports", run: "turbo run build && node --import tsx tools/check/src/api-cli.ts" },
    call: { about: "the files, functions and calls of one createItem", run: "node --import tsx tools/bench/src/call-cli.ts" },
    sizes: {
      about: "sizes of what users bundle",
      run: "turbo run build --output-logs=errors-only && node --import tsx tools/check/src/sizes-cli.ts",
    },
    words: { about: "words to avoid in prose", run: "node --import tsx tools/check/src/words-cli.ts", takes: "[path]…" },
  },
];
