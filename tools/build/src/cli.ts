import { buildPackage } from "./build-package.ts";

try {
  await buildPackage(process.cwd());
} catch (error) {
  // What esbuild or the compiler found, with its place.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
