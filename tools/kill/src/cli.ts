import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-command";
import { postgresPrograms } from "@keywright/tool-testing";
import { bundlePrograms } from "./bundle.ts";
import { matrix } from "./matrix.ts";
import { createRandom } from "./random.ts";
import type { Found, Row } from "./row.ts";

const USAGE = `Usage: npx pnpm test:kill [--only ROW[,ROW]] [--seed N]
  --only  runs these rows alone: ${matrix.map(({ id }) => id).join(", ")}
  --seed  chooses the instants. Default: another one each time, which is printed`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { only: { type: "string" }, seed: { type: "string" } });
  const only = values.only?.split(",");
  const unknown = (only ?? []).filter((id) => !matrix.some((row) => row.id === id));
  const seed = Number(values.seed ?? process.pid);
  if (unknown.length > 0) refuseCommandLine(USAGE, `There is no row ${unknown.join(", ")}.`);
  if (!Number.isSafeInteger(seed)) refuseCommandLine(USAGE, "--seed takes a whole number.");
  console.log(`seed ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), "keywright-kill-"));
  try {
    const program = await bundlePrograms(folder);
    const random = createRandom(seed);
    const rows = matrix.filter(({ id }) => only?.includes(id) ?? true);
    let lost = 0;
    let missed = 0;
    for (const row of rows) {
      const own = join(folder, row.id.replaceAll(/\W/g, "-"));
      await mkdir(own);
      const began = performance.now();
      const found = await runRow(row, { folder: own, random, program });
      print(row, found, (performance.now() - began) / 1000);
      lost += found.lost;
      if (found.lost > 0 || found.wrong.length > 0) missed += 1;
    }
    if (missed > 0) console.log(`${missed} rows missed`);
    console.log(`${rows.length} rows, lost ${lost}`);
    return missed > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A row that cannot be run has missed: what was not tried is not shown. */
async function runRow(row: Row, bench: Parameters<Row["run"]>[0]): Promise<Found> {
  const lacking = row.needs.filter((need) => !isThere(need));
  if (lacking.length > 0) return { lost: 0, wrong: [`not run: it needs ${lacking.join(" and ")}`], figure: "" };
  try {
    return await row.run(bench);
  } catch (error) {
    return { lost: 0, wrong: [`it broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`], figure: "" };
  }
}

function isThere(need: string): boolean {
  if (need === "root") return process.getuid?.() === 0;
  if (need === "postgres") return postgresPrograms() !== undefined;
  return spawnSync(need, ["--version"]).error === undefined;
}

function print({ id, what }: Row, { lost, wrong, figure }: Found, seconds: number): void {
  console.log(`${id.padEnd(9)} ${what.padEnd(78)} ${seconds.toFixed(0).padStart(4)} s  lost ${lost}  ${figure}`);
  for (const problem of wrong.slice(0, 5)) console.log(`          WRONG ${problem}`);
  if (wrong.length > 5) console.log(`          and ${wrong.length - 5} more`);
}

process.exitCode = await main();
