export { type Grammar, oneOf, type Options, parseArguments, readSeconds } from "./arguments.ts";
export { ignoreClosedPipes, printTo, versionOf } from "./program.ts";
export { UsageError } from "./usage-error.ts";
