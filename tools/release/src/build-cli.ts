import { readCommandLine } from "@keywright/tool-test-kit/command";
import { buildPackage } from "./build/build-package.ts";

readCommandLine("Usage: npx pnpm --filter <package> build\n  Builds the package of this folder into its dist.");

try {
  await buildPackage(process.cwd());
} catch (error) {
  // What esbuild or the compiler found, with its place.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
