/** Limits that end what hangs: tests must pass on a machine with twenty times the load. */
export const LIMITS = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};
