import type { Level } from "./level.ts";

const NOTHING = "Nothing to do.";
const MORE = "Calls stay as they are.";
const BREAKS = "Calls that pass it no longer compile.";
const REJECTED = "Calls with the values that are no longer allowed are rejected.";
const UNREAD = "Code that reads it no longer compiles.";
const OTHER_FORM = "Calls compile as before and are sent in another form: services that know only the former one misread them.";

/**
 * What each kind of difference means for users. A request breaks if less is accepted, and code that reads a response if it may hold more than
 * the code knows. What types do not show of a response, such as a limit, is no promise that the compiler has kept.
 *
 * `~` stands for both directions, `*` for any keyword; the most exact name counts.
 */
export const RULES: { readonly [rule: string]: readonly [level: Level, consequence: string] } = {
  "operation/removed": ["major", "Code that calls it no longer compiles."],
  "operation/added": ["minor", "Code may call it."],
  "operation/renamed": ["major", "Code that calls it by its former name no longer compiles."],
  "operation/method": ["major", "Calls compile as before and fail on services that know only the former one."],
  "operation/path": ["major", "Calls compile as before and fail on services that know only the former one."],
  "type/removed": ["major", "Code that imports it no longer compiles."],
  "type/added": ["minor", "Code may import it."],
  "contract/documentation": ["patch", NOTHING],
  documentation: ["patch", NOTHING],
  "deprecated-added": ["minor", "It still works; editors strike it through."],
  "deprecated-removed": ["patch", NOTHING],
  "unknown/*": ["major", "What it means for callers cannot be told from the contract."],

  "server/documentation": ["patch", NOTHING],
  "server/moved": ["major", "Calls go to another server, whose address and credentials the client must be given."],
  "security/alternative-added": ["minor", "Calls with the former credential work as before."],
  "security/removed": ["minor", "A credential is no longer sent."],
  "security/basic-removed": ["major", "Calls that pass the user name and the password no longer compile."],
  "security/scheme": ["major", "Calls without the new credential fail."],
  "security/scope-added": ["major", "Calls compile as before and are rejected if the token does not have it."],
  "security/scope-removed": ["minor", "Tokens need not have it."],

  "extension/retry-safe": ["major", "Calls are retried after a failure: on a service where that does harm, it is done twice."],
  "extension/retry-with-key": ["minor", "Calls are retried after a failure, with the same idempotency key."],
  "extension/retry-never": ["minor", "Failures that were retried in silence reach the caller."],
  "extension/address-*": ["major", "Calls that pass the address, or the parameters of the path, as before no longer compile."],
  "extension/poll-added": [
    "major",
    "The method waits for the result and returns it in place of the first response: code that reads that response no longer compiles.",
  ],
  "extension/poll-removed": ["major", "The method returns the first response in place of the result: code that reads the result no longer compiles."],
  "extension/poll-changed": ["major", "Services that tell the state of the work in the former way are not understood."],
  "extension/pagination-added": ["major", "The method returns an iterable in place of a promise: code that awaits it no longer compiles."],
  "extension/pagination-removed": ["major", "The method returns a promise in place of an iterable: loops over it no longer compile."],
  "extension/pagination-changed": ["major", "Saved positions may no longer be accepted; services that page in the former way are not understood."],
  "extension/pagination-end": ["minor", "Lists end with as many requests, or one more or less; positions stay as they are."],
  "extension/feed-added": ["minor", "Code may follow this list."],
  "extension/feed-removed": ["major", "Code that follows this list no longer compiles."],
  "extension/feed-narrowed": ["major", "Feeds that pass it no longer compile."],
  "extension/feed-widened": ["minor", "Feeds may pass it."],
  "extension/feed-changed": ["major", "Feeds begin or identify events in another way; services of the former kind are not understood."],
  "extension/error-added": ["minor", "Errors say more."],
  "extension/error-removed": ["major", "Errors no longer have what they took from the former places."],
  "extension/error-changed": ["major", "Errors no longer have what they took from the former places."],
  "filter/added": ["major", "Calls that pass text no longer compile."],
  "filter/removed": ["major", "The builder of this filter is gone."],
  "filter/narrowed": ["major", "Filters that say it no longer compile."],
  "filter/widened": ["minor", "Filters stay as they are."],

  "parameter/key-added": ["minor", "Calls may leave it out."],
  "parameter/key-removed": ["major", "Calls that leave it out are sent without a key, or no longer compile."],
  "parameter/style": ["major", OTHER_FORM],
  "parameter/explode": ["major", OTHER_FORM],
  "parameter/allowReserved": ["major", OTHER_FORM],
  "parameter/content": ["major", OTHER_FORM],
  "request/content-added": ["minor", MORE],
  "request/media-type": ["major", OTHER_FORM],
  "request/media-type-added": ["minor", MORE],
  "response/content-added": ["minor", MORE],
  "response/media-type": ["major", "Code gets another kind of value, or none."],
  "response/media-type-added": ["major", "Code that reads it meets another kind of value."],
  "response/success-status": ["major", "Code that reads the status of `raw` calls gets another; services that respond with the former one are rejected."],
  "response/success-added": ["major", "Code meets a response that it does not know."],
  "response/success-removed": ["major", "Code that waits for it never gets it."],
  "response/status-added": ["minor", "Code may handle it; it is thrown as an ApiError, as before."],
  "response/status-removed": ["patch", "Code that handles it may never be reached."],

  "package/removed": ["major", "Code that imports it, or scripts that run it, fail."],
  "package/added": ["minor", NOTHING],
  "package/peer-required": ["major", "Without it the package cannot be installed or imported."],
  "package/range-widened": ["patch", NOTHING],
  "package/range-narrowed": ["major", "Users of another version have to change it."],
  "package/dependency": ["patch", "It comes with the package: users get it only with the next version."],

  // What has a name: parameters, bodies, properties, headers of responses.
  "request/added": ["minor", "Calls may pass it."],
  "request/required-and-added": ["major", "Calls without it no longer compile."],
  "request/removed": ["major", BREAKS],
  "request/renamed": ["major", BREAKS],
  "request/required-added": ["major", "Calls without it no longer compile."],
  "request/required-removed": ["minor", "Calls may leave it out."],
  "response/added": ["minor", "Code may read it."],
  "response/removed": ["major", UNREAD],
  "response/renamed": ["major", UNREAD],
  "response/required-added": ["minor", "Code need no longer expect its absence."],
  "response/required-removed": ["major", "Code that reads it must expect its absence."],
  "header/added": ["minor", "`raw` calls may read it."],
  "header/removed": ["minor", "Code that reads it finds nothing; it was never sure to be there."],
  "header/required-and-removed": ["major", "Code that reads it finds nothing."],
  "header/required-added": ["minor", "Code need no longer expect its absence."],
  "header/required-removed": ["major", "Code that reads it must expect its absence."],

  "request/refused": ["major", "Calls that pass it are rejected, by the compiler and before they are sent."],
  "request/allowed": ["minor", MORE],
  "response/refused": ["patch", NOTHING],
  "response/allowed": ["major", "Code that reads it meets a value that it does not know."],
  "response/unmentioned": ["patch", NOTHING],
  "request/closed": ["major", "Calls that pass others are rejected."],
  "request/opened": ["minor", MORE],
  "response/closed": ["minor", "Code need no longer expect others."],
  "response/opened": ["minor", MORE],
  "request/alternative-added": ["minor", MORE],
  "request/alternative-removed": ["major", "Calls that send that form are rejected, by the compiler and by the service."],
  "response/alternative-added": ["major", "Code that reads it meets a form that it does not know."],
  "response/alternative-removed": ["minor", "Branches for that form are never reached."],
  "~/discriminator": ["major", "Code that looks at the former property no longer compiles."],
  "~/secret-added": ["minor", "It is masked where it would be printed."],
  "~/secret-removed": ["major", "It is printed in full where it was masked: logs show it."],
  "request/exclusive-added": ["major", "Calls that pass more than one are rejected, by the compiler and before they are sent."],
  "request/exclusive-removed": ["minor", MORE],
  "response/exclusive-added": ["minor", "Code need no longer expect them together."],
  "response/exclusive-removed": ["major", "Code that reads them together must check again."],
  "request/read-only-added": ["major", "Calls that set it have no effect or are rejected."],
  "request/read-only-removed": ["minor", "Calls may set it."],
  "response/read-only-*": ["patch", NOTHING],
  "request/write-only-*": ["patch", NOTHING],
  "response/write-only-added": ["major", "Code that reads it finds nothing."],
  "response/write-only-removed": ["minor", "Code may read it."],
  "request/default-added": ["minor", "What leaving it out means is said now."],
  "request/default-removed": ["minor", "What leaving it out means is no longer said."],
  "request/default-changed": ["major", "Calls that leave it out get another result."],
  "response/default-*": ["patch", NOTHING],

  // What narrows or widens the values that are allowed.
  "request/*-widened": ["minor", MORE],
  "request/*-narrowed": ["major", REJECTED],
  "request/*-changed": ["major", REJECTED],
  "response/*-widened": ["minor", "Responses may hold values beyond what code was written for."],
  "response/*-narrowed": ["patch", NOTHING],
  "response/*-changed": ["minor", "Responses may hold values beyond what code was written for."],
  "request/enum-closed": ["major", REJECTED],
  "request/enum-opened": ["minor", MORE],
  "response/enum-closed": ["minor", "Branches for other values are never reached."],
  "response/enum-opened": ["major", "A switch over the values needs a default."],
  "response/enum-narrowed": ["minor", "Branches for the old values are never reached."],
  "response/enum-widened": ["major", "Code that lists all values meets one that it does not know."],
  "response/enum-changed": ["major", "Code that lists all values meets one that it does not know."],
  "~/known-values": ["minor", "The list is open, so that code compiles as before; completions and the list of values differ."],
  "response/type-narrowed": ["minor", "Code that expects more still compiles."],
  "response/type-widened": ["major", "Code that reads it must expect the new type."],
  "response/type-changed": ["major", "Code that reads it no longer compiles, or gets another type than it was written for."],
  "response/null-narrowed": ["minor", "Code that expects null still compiles."],
  "response/null-widened": ["major", "Code that reads it must expect null."],
  "response/format-widened": ["major", "Code that relies on the format may fail."],
  "response/format-changed": ["major", "Code that relies on the format may fail."],
  "response/contentMediaType-widened": ["major", "Code that relies on the media type may fail."],
  "response/contentMediaType-changed": ["major", "Code that relies on the media type may fail."],
  "response/contentEncoding-widened": ["major", "Code that relies on the encoding may fail."],
  "response/contentEncoding-changed": ["major", "Code that relies on the encoding may fail."],
};

/** The name of the row that a rule has in {@link RULES}: its own, that for both directions, or that for any keyword. */
export function rowOf(rule: string): string {
  const candidates = [rule, rule.replace(/^\w+/, "~"), rule.replace(/[^/-]+$/, "*"), rule.replace(/^unknown.*/, "unknown/*"), rule.replace(/\/.*-/, "/*-")];
  const row = candidates.find((candidate) => candidate in RULES);
  if (row === undefined) throw new Error(`no row of RULES says what ${rule} means for users: add one`);
  return row;
}
