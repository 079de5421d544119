/** The parts of `npx pnpm check`, each a script of the root. A lane is as long as the other; what needs the build is in the second. */
export const LANES: readonly (readonly string[])[] = [
  ["types", "lint", "format:check", "contracts", "structure", "generate --check", "contract:diff"],
  ["api", "bench:call", "sizes"],
];
