export { exitWith } from "./exit.ts";
export { inject } from "./inject.ts";
export { createLog } from "./process/log.ts";
export { readOne } from "./read-one.ts";
export { runCommand } from "./run-command.ts";
