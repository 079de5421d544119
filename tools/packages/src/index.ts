export { INSTALLERS, installInto, type Installer } from "./install.ts";
export { packPackages, packRelease, type ReleasedPackage } from "./pack-release.ts";
export { installPinned } from "./pinned.ts";
export { type Registry, startRegistry } from "./registry.ts";
