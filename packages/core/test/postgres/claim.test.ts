import { type PostgresServer, startPostgres } from "@keywright/tool-test-kit/testing";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFleet, fleetTable } from "../../src/postgres.ts";

let server: PostgresServer;
let sql: Sql;

beforeAll(async () => {
  server = await startPostgres();
  sql = postgres(server.url, { onnotice: () => {}, max: 2, backoff: false });
  await sql.unsafe(fleetTable());
});

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await server?.stop();
});

describe("a claim among 100,000 streams", () => {
  interface Plan {
    readonly "Node Type": string;
    readonly "Relation Name"?: string;
    readonly "Actual Rows": number;
    readonly "Actual Loops": number;
    readonly "Rows Removed by Filter"?: number;
    readonly Plans?: readonly Plan[];
  }

  /** The rows that the scans of a plan have read. */
  function rowsRead(plan: Plan): number {
    const own = plan["Node Type"].includes("Scan") && plan["Relation Name"] !== undefined ? plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) : 0;
    return own * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0);
  }

  it("reads at most 50 rows, whether all are due, many leases have expired, or few are due", async () => {
    await sql.unsafe(
      `INSERT INTO keywright_fleet (account, stream, target, due, position) SELECT 'account ' || number, 'one', 'numbers', ` +
        `now() + (number - 50000) * interval '1 second', '{"cursor":"0"}' FROM generate_series(1, 100000) AS number`,
    );
    await sql.unsafe("ANALYZE keywright_fleet");
    const claims: string[] = [];
    const seeing = createFleet<number>({
      query: (text, values) => (claims.push(text), sql.unsafe(text, [...values])),
      transaction: (work) => sql.begin((one) => work((text, values) => one.unsafe(text, [...values]))),
      open: () => Promise.reject(new Error("no stream is read")),
      handle() {},
    });
    const stopping = new AbortController();
    const run = seeing.run({ signal: stopping.signal });
    stopping.abort();
    await run;
    const claim = claims.find((text) => text.includes("WHERE due <= now()")) ?? "";
    expect(claim).toContain("expired AS");
    const changes = [
      "SELECT 1",
      "UPDATE keywright_fleet SET owner = 'ended' WHERE due <= now() AND random() < 0.02",
      "UPDATE keywright_fleet SET due = now() + interval '1 hour' WHERE due <= now() AND random() < 0.999",
    ];
    for (const change of changes) {
      await sql.unsafe(change);
      const read = await sql.begin(async (one) => {
        const [row] = await one.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${claim}`, ["owner", 15_000, 8, 4]);
        const [explained] = (row?.["QUERY PLAN"] ?? []) as readonly { readonly Plan: Plan }[];
        return explained === undefined ? Infinity : rowsRead(explained.Plan);
      });
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThanOrEqual(50);
    }
  });
});
