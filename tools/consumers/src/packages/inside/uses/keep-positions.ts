import { memoryCheckpoints } from "@keywright/core/feeds";
import { checkpointTable, postgresCheckpoints } from "@keywright/core/postgres";
import { storeRules } from "@keywright/core/store-rules";
import { expectSame } from "../program.ts";

/** Checks the store in memory with the rules of stores, and saves a position with the statements for Postgres. */
export async function keepPositions(): Promise<string> {
  for (const { check } of storeRules) {
    const store = memoryCheckpoints();
    await check(async () => [store, store]);
  }

  expectSame("the statement that makes the table", checkpointTable().includes("CREATE TABLE IF NOT EXISTS keywright_checkpoints ("), true);
  const row = { version: "1", position: '{"cursor":"c1"}' };
  const owned = await postgresCheckpoints({ query: async () => [row] }).acquire("listThings");
  expectSame("what was kept", JSON.stringify(await owned.load()), '{"position":{"cursor":"c1"},"version":1}');
  expectSame("a version", await owned.save({ cursor: "c1" }, 0), 1);
  await owned.release();
  return `${storeRules.length} rules of stores passed`;
}
