/** In ms: how long tests wait for a program. It ends what hangs next to twenty busy loops. */
export const PATIENCE_MS = 600_000;

/** The limits of tests, which wait for several programs. */
export const LIMITS = { testTimeout: 2 * PATIENCE_MS, hookTimeout: 2 * PATIENCE_MS, expect: { poll: { timeout: PATIENCE_MS } } };
