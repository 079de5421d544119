export { ecsFormat, ocsfFormat } from "./lib/formats/formats.ts";
export type {
  Constant,
  EcsEvent,
  EventFormat,
  FieldOrigin,
  FormatClass,
  FormatMapping,
  FormatRule,
  Formatted,
  OcsfEvent,
  ValueGroup,
} from "./lib/formats/mapping.ts";
