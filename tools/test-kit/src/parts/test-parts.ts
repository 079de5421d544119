import { after, BUILD, cli, type Parts, vitest } from "./part.ts";

/** The tests that are not in `npx pnpm test`: they take longer, or need more than Node. */
export const TEST_PARTS: Parts = {
  faults: cli("clients with a server that cuts off, delays and corrupts its responses", "torture/src/faults-cli.ts"),
  packages: after(BUILD, cli("the packed packages, installed and run like users do", "consumers/src/packages-cli.ts")),
  away: {
    about: "programs that start while their vault is away, rejects them or fails, and kills of what they write",
    run: "node --import tsx packages/contract-tests/test/away/away-cli.ts",
  },
  service: cli("a fourth service, from its contract to green checks", "contracts/src/service/test-cli.ts", "[contract]"),
  spector: vitest("generated clients of TypeSpec's public HTTP specs, with its server", "packages/generate/test/spector/vitest.config.ts"),
  contracts: {
    about: "clients of public OpenAPI documents, and their requests; needs their folder in CONFORMANCE_VECTORS",
    run: "node --import tsx packages/generate/test/public/contracts-cli.ts",
  },
  generators: {
    about: "writes the table that compares the generator with others",
    run: "node --import tsx packages/generate/test/generators/compare-cli.ts",
  },
  kill: cli("feeds that are killed at any time lose no event; needs Linux, root, strace, a Postgres", "torture/src/kill-cli.ts"),
  sinks: cli("sinks that are killed or whose targets fail lose no event; needs a Postgres, nats-server", "torture/src/kill-cli.ts sinks"),
  postgres: vitest("checkpoints and leases in a database; needs a Postgres", "packages/core/test/postgres/vitest.config.ts"),
  fleet: {
    about: "workers of a fleet that are killed, with Postgres, lose and double no event; needs a Postgres",
    run: "node --import tsx packages/contract-tests/test/fleet/fleet-cli.ts",
  },
  audit: vitest("keywright-tail audit of a million events, in little memory; minutes", "packages/tail/test/million/vitest.config.ts"),
  formats: {
    about: "events in OCSF and ECS by their schemas, opposites, detections; needs vectors, a Postgres",
    run: "node --import tsx packages/contract-tests/test/formats/formats-cli.ts",
  },
  browser: vitest("the clients in a browser; needs Chromium", "tools/consumers/test/browser/vitest.config.ts"),
  curl: vitest("the commands in the emulator reference; needs curl, jq", "packages/emulator/test/curl/vitest.config.ts"),
  docs: {
    about: "builds the site, and checks its links and pages, or with --run runs its blocks; needs Chromium; --record records blocks in Node",
    run: "node --import tsx tools/docs/test/run-cli.ts",
    takes: "[file]…",
  },
  page: vitest("the page of the emulator; needs Chromium", "packages/emulator/test/page/vitest.config.ts --project page"),
  pictures: vitest(
    "takes the pictures of the emulator's page for its guide; needs Chromium",
    "packages/emulator/test/page/vitest.config.ts --project pictures",
  ),
  conformance: cli("public test cases of standards; needs their folder in CONFORMANCE_VECTORS", "test-kit/src/testing/conformance-cli.ts"),
};
