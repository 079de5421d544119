import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { rehearse } from "./rehearse.ts";

readCommandLine("Usage: npx pnpm release:rehearse\n  Makes two releases from a clean clone to a registry on this machine.");

const folder = await mkdtemp(join(tmpdir(), "keywright-rehearsal-"));
const start = performance.now();
try {
  await rehearse(folder);
  console.log(`2 releases rehearsed in ${Math.round((performance.now() - start) / 1000)} s`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
