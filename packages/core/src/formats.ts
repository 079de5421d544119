export { ecsOf } from "./lib/formats/ecs.ts";
export type { Constant, EcsEvent, FormatGroup, FormatRule, Formatted, OcsfClass, OcsfEvent } from "./lib/formats/format.ts";
export { ocsfOf } from "./lib/formats/ocsf.ts";
