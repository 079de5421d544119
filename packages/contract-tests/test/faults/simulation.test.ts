import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const SEEDS = Number(process.env["SIMULATE_SEEDS"] ?? 20);
const command = fileURLToPath(new URL("../../../../tools/simulate/src/cli.ts", import.meta.url));

it(`${SEEDS} worlds of the simulation keep every promise`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", command, "--seeds", String(SEEDS)]);
  expect(stdout.trim().split("\n").at(-1)).toMatch(new RegExp(`^${SEEDS} seeds, \\d+ simulated hours, 0 violations$`));
});
