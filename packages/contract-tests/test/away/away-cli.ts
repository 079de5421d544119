import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { CELLS, type Result } from "./cells.ts";
import { ENCODINGS, encodingsIn } from "./plain-bytes.ts";
import { programsIn } from "./programs-of.ts";
import { createWorld, SECRETS } from "./world.ts";

const USAGE = `Usage: npx pnpm test away [--only TEXT]
  Starts programs with an offline copy while their vault is away, rejects them or fails, and kills writes of the copy. Looks for plain secrets in all files.
  --only  only the cells whose name contains this text`;

const { only = "" } = readCommandLine(USAGE, { only: { type: "string" } }).values;
const blind = Object.entries(ENCODINGS).filter(([name, encode]) =>
  Object.values(SECRETS).some(
    (secret) => !encode(Buffer.from(secret)).every((bytes) => encodingsIn(Buffer.concat([Buffer.from("("), Buffer.from(bytes)]), [secret]).includes(name)),
  ),
);
for (const [name] of blind) console.log(`a secret as ${name} is not found`);

const folder = await mkdtemp(join(tmpdir(), "keywright-away-"));
const counts = { failed: 0, stale: 0, plain: 0 };
const cells = CELLS.filter(({ name }) => name.includes(only));
try {
  const bundles = join(folder, "programs");
  for (const program of ["../../../run/src/cli.ts", "programs/cache.ts"]) await bundlePrograms([join(import.meta.dirname, program)], bundles);
  const programs = programsIn(bundles);
  const queue = cells.entries();
  await Promise.all(
    Array.from({ length: availableParallelism() + 1 }, async () => {
      for (const [index, cell] of queue) {
        const world = await createWorld(join(folder, String(index)), cell.withTls, cell.kind);
        const { problems, isStale }: Result = await cell.run(world, programs).catch((error: Error) => ({ problems: [String(error.stack)], isStale: false }));
        await world.close();
        for (const problem of [...problems, ...world.plain]) console.log(`${cell.name}: ${problem}`);
        counts.failed += problems.length > 0 ? 1 : 0;
        counts.stale += isStale ? 1 : 0;
        counts.plain += world.plain.size;
      }
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${cells.length} cells, ${counts.failed} failed, ${counts.stale} stale after a rejection, ${counts.plain} plain bytes on disk`);
process.exitCode = counts.failed + counts.stale + counts.plain + blind.length > 0 ? 1 : 0;
