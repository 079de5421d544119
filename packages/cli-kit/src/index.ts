export { type Grammar, notAnOption, oneOf, type Options, parseArguments, readDuration, readSeconds } from "./arguments.ts";
export { isLoopback } from "./loopback.ts";
export { readAuthorities, readProxy } from "./network.ts";
export { ignoreClosedPipes, printTo, versionOf } from "./program.ts";
export { UsageError } from "./usage-error.ts";
