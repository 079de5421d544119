// Prints the variables that its arguments name, and what the process sees of itself.
import { isatty } from "node:tty";

const { argv, env } = process;
console.log(JSON.stringify({ env: Object.fromEntries(argv.slice(2).map((name) => [name, env[name] ?? null])), cwd: process.cwd(), isTerminal: isatty(1) }));
