import type { Parts } from "./part.ts";

/** The tests that are not in `npx pnpm test`: they take longer, or need more than Node. */
export const TEST_PARTS: Parts = {
  faults: {
    about: "clients with a server that cuts off, delays and corrupts its responses",
    run: "node --import tsx tools/torture/src/faults-cli.ts",
  },
  packages: {
    about: "the packed packages, installed and run like users do",
    run: "turbo run build --output-logs=errors-only && node --import tsx tools/consumers/src/packages-cli.ts",
  },
  service: {
    about: "a fourth service, from its contract to green checks",
    run: "node --import tsx tools/contracts/src/service/test-cli.ts",
    takes: "[contract]",
  },
  spector: {
    about: "generated clients of TypeSpec's public HTTP specs, with its server",
    run: "vitest run --config packages/generate/test/spector/vitest.config.ts",
    takes: "[file]…",
  },
  generators: {
    about: "writes the table that compares the generator with others",
    run: "node --import tsx packages/generate/test/generators/compare-cli.ts",
  },
  kill: {
    about: "feeds that are killed at any time lose no event; needs Linux, root, strace, a Postgres",
    run: "node --import tsx tools/torture/src/kill-cli.ts",
  },
  sinks: {
    about: "sinks that are killed or whose targets fail lose no event; needs a Postgres, nats-server",
    run: "node --import tsx tools/torture/src/kill-cli.ts sinks",
  },
  postgres: {
    about: "checkpoints and leases in a database; needs a Postgres",
    run: "vitest run --config packages/core/test/postgres/vitest.config.ts",
    takes: "[file]…",
  },
  browser: {
    about: "the clients in a browser; needs Chromium",
    run: "vitest run --config tools/consumers/test/browser/vitest.config.ts",
    takes: "[file]…",
  },
  curl: {
    about: "the commands in the emulator reference; needs curl, jq",
    run: "vitest run --config packages/emulator/test/curl/vitest.config.ts",
    takes: "[file]…",
  },
  docs: {
    about: "builds the site, and checks its links and pages; needs Chromium",
    run: "node --import tsx tools/docs/src/cli.ts && vitest run --config tools/docs/vitest.config.ts",
    takes: "[file]…",
  },
  page: {
    about: "the page of the emulator; needs Chromium",
    run: "vitest run --config packages/emulator/test/page/vitest.config.ts --project page",
    takes: "[file]…",
  },
  pictures: {
    about: "takes the pictures of the emulator's page for its guide; needs Chromium",
    run: "vitest run --config packages/emulator/test/page/vitest.config.ts --project pictures",
    takes: "[file]…",
  },
  conformance: {
    about: "public test cases of standards; needs their folder in CONFORMANCE_VECTORS",
    run: "node --import tsx tools/test-kit/src/testing/conformance-cli.ts",
  },
};
