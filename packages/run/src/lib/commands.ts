export { check } from "./check.ts";
export { inject } from "./inject.ts";
export { readOne } from "./read-one.ts";
export { runCommand } from "./run-command.ts";
