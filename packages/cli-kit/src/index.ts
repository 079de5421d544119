export { durationIn, type Grammar, oneOf, type Options, parseArguments, readDuration } from "./arguments.ts";
export { isLoopback } from "./loopback.ts";
export { readAuthorities, readProxy } from "./network.ts";
export { ignoreClosedPipes, printTo, versionOf } from "./program.ts";
export { jsonProblem, syntaxProblem } from "./syntax.ts";
export { UsageError, withHelp } from "./usage-error.ts";
