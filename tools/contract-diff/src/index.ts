export { compareContracts } from "./diff/compare-contracts.ts";
export type { Change } from "./diff/change.ts";
export { highest, isBelow, type Level } from "./diff/level.ts";
