export { installInto } from "./packages/install.ts";
export { installPinned, PNPM } from "./packages/pinned.ts";
export { type Registry, startRegistry } from "./packages/registry.ts";
