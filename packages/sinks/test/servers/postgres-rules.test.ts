import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import { afterAll, beforeAll, describe } from "vitest";
import { postgresTrial } from "./postgres-trial.ts";
import { itKeepsRules } from "./rows.ts";

const PROMISES = { once: true, ordered: true };
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server?.stop());

describe("postgres", () => {
  itKeepsRules(PROMISES, () => postgresTrial(server.url));

  describe("with a partition for each month", () => {
    itKeepsRules(PROMISES, () => postgresTrial(server.url, { months: true }));
  });
});
