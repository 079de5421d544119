import { printErrors, readCommandLine } from "@keywright/tool-test-kit/command";
import { buildPackage } from "./build/build-package.ts";

readCommandLine("Usage: npx pnpm --filter <package> build\n  Builds the package of this folder to its dist.");

// Errors of esbuild and the compiler have their place, so a stack adds nothing.
printErrors();
await buildPackage(process.cwd());
