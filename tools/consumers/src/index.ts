export type { ReleasedPackage } from "@keywright/tool-test-kit/command/packed-package";
export { installInto } from "./packages/install.ts";
export { packPackages } from "./packages/pack-release.ts";
export { installPinned, PNPM } from "./packages/pinned.ts";
export { type Registry, startRegistry } from "./packages/registry.ts";
