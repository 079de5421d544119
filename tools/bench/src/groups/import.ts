import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Row } from "../measure/row.ts";
import { compare } from "../measure/rounds.ts";

/** The time that a program needs before its first call. */
export const importing: Row = {
  name: "import-time",
  what: "time to import a client / to import openapi-fetch",
  unit: "×",
  goal: { atMost: 2 },
  measure: ({ stage, quick }) =>
    compare(["@keywright/events", "openapi-fetch"], { rounds: quick ? 9 : 25, unit: "ms" }, async (name) => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(stage, "programs/import-time.mjs"), name]);
      return Number(stdout);
    }),
};
