import { LANES } from "./check-parts.ts";
import type { Command, Parts } from "./part.ts";
import { RELEASE_PARTS } from "./release-parts.ts";
import { TEST_PARTS } from "./test-parts.ts";

/** The scripts of the root that have parts. */
export const COMMANDS: { readonly [name: string]: Command } = {
  test: { parts: TEST_PARTS, whole: { about: "runs all other tests or those in these files, with vitest's options", run: "vitest run", takes: "file" } },
  check: { parts: Object.assign({}, ...LANES) as Parts, lanes: LANES },
  release: { parts: RELEASE_PARTS },
};
