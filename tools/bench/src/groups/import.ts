import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { factoryOf, findServices } from "@keywright/tool-test-kit/services";
import type { Imported } from "../programs/import-time.ts";
import type { Group } from "../row.ts";
import { interleave, median, pairedRatios, summary } from "../rounds.ts";

const OURS = "@keywright/events";
const THEIRS = "openapi-fetch";

/** Measures the time that a program needs before its first call. */
export const importing: Group = {
  name: "import",
  rows: [
    { name: "import-time", what: "time to import a client / to import openapi-fetch", unit: "×", goal: { atMost: 2 } },
    { name: "no-undici", what: "clients that load undici when they are imported and created", unit: "clients", goal: { atMost: 0 } },
  ],
  async measure({ stage, quick }) {
    const run = async (...words: readonly string[]): Promise<Imported> =>
      JSON.parse((await promisify(execFile)(process.execPath, [join(stage, "programs/import-time.mjs"), ...words])).stdout) as Imported;
    const loaded: string[] = [];
    for (const service of findServices()) {
      const { hadUndici, loadedUndici } = await run(`@keywright/${service}`, factoryOf(service));
      if (hadUndici) throw new Error("undici was loaded before the client was imported, so no-undici cannot be measured");
      if (loadedUndici) loaded.push(service);
    }
    const rounds = await interleave([THEIRS, OURS], { rounds: quick ? 9 : 25 }, (specifier) => run(specifier));
    const times = (specifier: keyof typeof rounds): number[] => rounds[specifier].map(({ importMs }) => importMs);
    const beside = [`${median(times(OURS)).toFixed(1)} ms, openapi-fetch ${median(times(THEIRS)).toFixed(1)} ms`];
    return { "import-time": summary(pairedRatios(times(OURS), times(THEIRS)), beside), "no-undici": { figure: loaded.length, beside: loaded } };
  },
};
