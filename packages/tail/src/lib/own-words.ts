import type { ServiceName } from "./streams.ts";

/** What the library advises by the names of its options, and what there is of it in the command. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  // The command says these in a line of its own, below.
  [/,[^,:;.]* standByMs\b[^.;]*/, ""],
  [/[.:;] ?[^.:;]*\breset\(.*/, ""],
  [/\bwith since\b/, "with --since"],
  [/^since must be/, "--since must be"],
  // What cannot be set here.
  [/: raise (?:timeoutMs|totalTimeoutMs)\b.*/, ""],
  [/, or set allowInsecureHttp\b.*/, ""],
  [/,[^,:;.]* another store\b/, ""],
  [/: raise maxResponseBytes\b.*/, ": ask for less with --page-size"],
  [/\bthe token option (?=gave|failed)/, "the environment "],
  [/^clientId must not hold a colon.*/, "MANAGEMENT_CLIENT_ID must not hold a colon"],
  [/\bgive each feed a file\b/, "give each stream a file"],
];

/**
 * An error's message in the words of the command: flags and variables in place of the library's options.
 *
 * @param services Those whose addresses the environment gave.
 */
export function inOwnWords(message: string, services: readonly ServiceName[]): string {
  const addresses = services.map((service) => `${service.toUpperCase()}_BASE_URL`).join(" or ");
  return WORDS.reduce((text, [library, command]) => text.replace(library, command), message).replaceAll(/\b(?:baseUrl|tokenUrl)\b/g, addresses);
}
