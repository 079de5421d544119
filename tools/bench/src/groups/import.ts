import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { factoryOf, findServices } from "@keywright/tool-test-kit/services";
import type { Imported } from "../programs/import-time.ts";
import type { Row } from "../row.ts";
import { compare } from "../rounds.ts";

async function run(stage: string, ...words: readonly string[]): Promise<Imported> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(stage, "programs/import-time.mjs"), ...words]);
  return JSON.parse(stdout) as Imported;
}

/** The time that a program needs before its first call. */
export const importing: readonly Row[] = [
  {
    name: "import-time",
    what: "time to import a client / to import openapi-fetch",
    unit: "×",
    goal: { atMost: 2 },
    measure: ({ stage, quick }) =>
      compare(["@keywright/events", "openapi-fetch"], { rounds: quick ? 9 : 25, unit: "ms" }, async (name) => (await run(stage, name)).importMs),
  },
  {
    name: "no-undici",
    what: "clients that load undici when they are imported and created",
    unit: "clients",
    goal: { atMost: 0 },
    async measure({ stage }) {
      const loaded: string[] = [];
      for (const service of findServices()) {
        const { hadUndici, loadedUndici } = await run(stage, `@keywright/${service}`, factoryOf(service));
        if (hadUndici) throw new Error("undici was loaded before the client was imported");
        if (loadedUndici) loaded.push(service);
      }
      return { figure: loaded.length, beside: loaded };
    },
  },
];
