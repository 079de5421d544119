/** The parts of `npx pnpm check`, each a script of the root. Both lanes take about the same time. Parts that need the build are in the second. */
export const LANES: readonly (readonly string[])[] = [
  ["types", "lint", "format:check", "contracts", "structure", "generate --check", "contract:diff"],
  ["api", "bench:call", "sizes", "words"],
];
