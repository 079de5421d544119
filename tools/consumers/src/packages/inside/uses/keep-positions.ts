import { memoryCheckpoints } from "@keywright/core/feeds";
import { checkpointTable, postgresCheckpoints, type PostgresQuery } from "@keywright/core/postgres";
import { storeRules } from "@keywright/core/store-rules";
import { errorOf, expectSame } from "../program.ts";

/** Checks the store in memory with the rules of stores, and saves a position with the statements for Postgres. */
export async function keepPositions(): Promise<string> {
  for (const { check } of storeRules) {
    const store = memoryCheckpoints();
    await check(async () => [store, store]);
  }

  expectSame("the statement that makes the table", checkpointTable().includes("CREATE TABLE IF NOT EXISTS keywright_checkpoints ("), true);
  const store = postgresCheckpoints({ query: oneRow() });
  const owned = await store.acquire("listThings");
  await errorOf("a second owner", () => store.acquire("listThings"));
  expectSame("a version", await owned.save({ cursor: "c1" }, 0), 1);
  await owned.release();
  const next = await store.acquire("listThings");
  expectSame("what was kept", JSON.stringify(await next.load()), '{"position":{"cursor":"c1"},"version":1}');
  await next.release();
  return `${storeRules.length} rules of stores passed`;
}

/** Runs the statements for Postgres on one row in memory. */
function oneRow(): PostgresQuery {
  const row = { version: 0, position: "", owner: "" };
  return async (text, [, owner = "", position = ""]) => {
    if (text.startsWith("INSERT")) {
      if (row.owner !== "") return [];
      row.owner = String(owner);
    } else if (text.includes("SET owner = NULL")) row.owner = "";
    else if (text.includes("SET position")) {
      row.position = String(position);
      row.version += 1;
    }
    return [{ version: String(row.version), position: row.position }];
  };
}
