export { INSTALLERS, installInto, type Installer } from "./packages/install.ts";
export { packPackages, packRelease, type ReleasedPackage } from "./packages/pack-release.ts";
export { installPinned, PNPM } from "./packages/pinned.ts";
export { type Registry, startRegistry } from "./packages/registry.ts";
