export { compareContracts } from "./compare-contracts.ts";
export type { Change } from "./change.ts";
export { highest, isBelow, type Level } from "./level.ts";
