/** What a change means for users: code to change, something new, or nothing to do. */
export const LEVELS = ["major", "minor", "patch"] as const;

/** One of {@link LEVELS}; a step of a version has the same names. */
export type Level = (typeof LEVELS)[number];

const NOTHING = "Nothing to do.";
const MORE = "Existing calls work as before.";
const BREAKS = "Calls that pass it no longer compile.";
const REJECTED = "Calls with the values that are no longer allowed are rejected.";
const UNREAD = "Code that reads it no longer compiles.";
const OTHER_FORM = "Calls compile as before and are sent in another form. Services that know only the former one misread them.";

/**
 * What a difference means for users. A request breaks if less is accepted, and code that reads a
 * response if there are unknown values. A response's limit is not part of its type.
 *
 * `~` means both directions, `*` any keyword; the most specific row applies.
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
  "extension/unknown": ["patch", NOTHING],
  "unknown/*": ["major", "The effect on callers cannot be derived from the contract."],

  "server/documentation": ["patch", NOTHING],
  "server/moved": ["major", "Calls go to another server. Its address and credentials must be passed to the client."],
  "security/alternative-added": ["minor", "Calls with the former credential work as before."],
  "security/removed": ["minor", "A credential is no longer sent."],
  "security/credential-removed": ["major", "Code that passes it no longer compiles."],
  "security/scheme": ["major", "Calls without the new credential fail."],
  "security/scope-added": ["major", "Calls compile as before and are rejected if the token does not have it."],
  "security/scope-removed": ["minor", "Tokens need not have it."],

  "extension/retry-safe": ["major", "Calls are retried after a failure. If a service does not tolerate that, the operation happens twice."],
  "extension/retry-with-key": ["minor", "Calls are retried after a failure, with the same idempotency key."],
  "extension/retry-never": ["minor", "Failures that were retried before are thrown to the caller."],
  "extension/address-*": ["major", "Calls that pass the address or the path parameters as before no longer compile."],
  "extension/poll-added": [
    "major",
    "The method waits for the result and returns it instead of the first response. Code that reads that response no longer compiles.",
  ],
  "extension/poll-removed": ["major", "The method returns the first response instead of the result. Code that reads the result no longer compiles."],
  "extension/poll-changed": ["major", "The client does not understand services that report the state of the work in the former way."],
  "extension/pagination-added": ["major", "The method returns an iterable instead of a promise. Code that awaits it no longer compiles."],
  "extension/pagination-removed": ["major", "The method returns a promise instead of an iterable. Loops over it no longer compile."],
  "extension/pagination-changed": ["major", "Saved positions may be rejected, and the client does not understand services that page in the former way."],
  "extension/pagination-end": ["minor", "Lists may need one request more or less at their end. Positions stay valid."],
  "extension/feed-added": ["minor", "Code may follow this list."],
  "extension/feed-removed": ["major", "Code that follows this list no longer compiles."],
  "extension/feed-narrowed": ["major", "Feeds that pass it no longer compile."],
  "extension/feed-widened": ["minor", "Feeds may pass it."],
  "extension/feed-changed": ["major", "Feeds begin or identify events in another way, and the client does not understand services of the former kind."],
  "extension/error-added": ["minor", "Errors have more properties."],
  "extension/error-removed": ["major", "Errors no longer have the values from the former places."],
  "extension/error-changed": ["major", "Errors no longer have the values from the former places."],
  "format/added": ["minor", "Code may convert the events to this format."],
  "format/removed": ["major", "The functions for this format are gone."],
  "format/mapping": ["minor", "Converted events have other values. Code compiles as before."],
  "filter/added": ["major", "Calls that pass text no longer compile."],
  "filter/removed": ["major", "The builder of this filter is gone."],
  "filter/narrowed": ["major", "Filters that contain it no longer compile."],
  "filter/widened": ["minor", "Existing filters work as before."],

  "parameter/key-added": ["minor", "Calls may leave it out."],
  "parameter/key-removed": ["major", "Calls that leave it out are sent without a key, or no longer compile."],
  "parameter/*": ["major", OTHER_FORM],
  "request/content-added": ["minor", MORE],
  "request/media-type": ["major", OTHER_FORM],
  "request/media-type-added": ["minor", MORE],
  "response/content-added": ["minor", MORE],
  "response/media-type": ["major", "Code receives another kind of value, or none."],
  "response/media-type-added": ["major", "Code that reads it may receive another kind of value."],
  "response/success-status": ["major", "`raw` calls return another status. The client rejects responses with the former one."],
  "response/success-added": ["major", "Code may receive a response that it does not know."],
  "response/success-removed": ["major", "Code that handles it is never reached."],
  "response/status-added": ["minor", "Code may handle it; it is thrown as an ApiError, as before."],
  "response/status-removed": ["patch", "Code that handles it may never run."],

  "package/removed": ["major", "Code that imports it, or scripts that run it, fail."],
  "package/added": ["minor", NOTHING],
  "package/peer-required": ["major", "Without it the package cannot be installed or imported."],
  "package/range-widened": ["patch", NOTHING],
  "package/range-narrowed": ["major", "Users of another version must change theirs."],
  "package/dependency": ["patch", "It is installed with the package, so users receive it only with the next version."],

  // Named parts: parameters, bodies, properties, headers of responses.
  "request/added": ["minor", "Calls may pass it."],
  "request/required-and-added": ["major", "Calls without it no longer compile."],
  "request/removed": ["major", BREAKS],
  "request/required-added": ["major", "Calls without it no longer compile."],
  "request/required-removed": ["minor", "Calls may leave it out."],
  "response/added": ["minor", "Code may read it."],
  "response/removed": ["major", UNREAD],
  "response/required-added": ["minor", "Code no longer needs to handle its absence."],
  "response/required-removed": ["major", "Code that reads it must handle its absence."],
  "header/added": ["minor", "`raw` calls may read it."],
  "header/removed": ["minor", "Code that reads it finds nothing. It was always optional."],
  "header/required-and-removed": ["major", "Code that reads it finds nothing."],
  "header/required-added": ["minor", "Code no longer needs to handle its absence."],
  "header/required-removed": ["major", "Code that reads it must handle its absence."],

  "request/refused": ["major", "Calls that pass it are rejected by the compiler, and before they are sent."],
  "request/allowed": ["minor", MORE],
  "response/refused": ["patch", NOTHING],
  "response/allowed": ["major", "Code that reads it may find a value that it does not know."],
  "response/unmentioned": ["patch", NOTHING],
  "request/closed": ["major", "Calls that pass other properties are rejected."],
  "request/opened": ["minor", MORE],
  "response/closed": ["minor", "Code no longer needs to handle other properties."],
  "response/opened": ["minor", MORE],
  "request/alternative-added": ["minor", MORE],
  "request/alternative-removed": ["major", "Calls that send that form are rejected by the compiler and by the service."],
  "response/alternative-added": ["major", "Code that reads it may find a form that it does not know."],
  "response/alternative-removed": ["minor", "Branches for that form never run."],
  "~/discriminator": ["major", "Code that looks at the former property no longer compiles."],
  "~/secret-added": ["minor", "It is masked in output."],
  "~/secret-removed": ["major", "It is no longer masked: logs show it."],
  "request/exclusive-added": ["major", "Calls that pass more than one are rejected by the compiler, and before they are sent."],
  "request/exclusive-removed": ["minor", MORE],
  "response/exclusive-added": ["minor", "Code no longer needs to handle both at once."],
  "response/exclusive-removed": ["major", "Code must handle both at once."],
  "request/read-only-added": ["major", "Calls that set it have no effect or are rejected."],
  "request/read-only-removed": ["minor", "Calls may set it."],
  "response/read-only-*": ["patch", NOTHING],
  "request/write-only-*": ["patch", NOTHING],
  "response/write-only-added": ["major", "Code that reads it finds nothing."],
  "response/write-only-removed": ["minor", "Code may read it."],
  "request/default-added": ["minor", "The default is documented now."],
  "request/default-removed": ["minor", "The default is no longer documented."],
  "request/default-changed": ["major", "Calls that leave it out have another result."],
  "response/default-*": ["patch", NOTHING],

  // Changes that narrow or widen the allowed values.
  "request/*-widened": ["minor", MORE],
  "request/*-narrowed": ["major", REJECTED],
  "request/*-changed": ["major", REJECTED],
  "response/*-widened": ["minor", "Responses may have values that existing code does not expect."],
  "response/*-narrowed": ["patch", NOTHING],
  "response/*-changed": ["minor", "Responses may have values that existing code does not expect."],
  "request/enum-closed": ["major", REJECTED],
  "request/enum-opened": ["minor", MORE],
  "response/enum-closed": ["minor", "Branches for other values never run."],
  "response/enum-opened": ["major", "A switch over the values needs a default."],
  "response/enum-narrowed": ["minor", "Branches for the old values never run."],
  "response/enum-widened": ["major", "Code that lists all values may find one that it does not know."],
  "response/enum-changed": ["major", "Code that lists all values may find one that it does not know."],
  "~/known-values": ["minor", "The list is open, so code compiles as before. Completions and the list of values differ."],
  "response/type-narrowed": ["minor", "Code that expects more still compiles."],
  "response/type-widened": ["major", "Code that reads it must handle the new type."],
  "response/type-changed": ["major", "Code that reads it no longer compiles, or receives another type than it expects."],
  "response/null-narrowed": ["minor", "Code that expects null still compiles."],
  "response/null-widened": ["major", "Code that reads it must handle null."],
  "response/format-widened": ["major", "Code that relies on the format or the encoding may fail."],
  "response/format-changed": ["major", "Code that relies on the format or the encoding may fail."],
};

/** Returns a rule's row in {@link RULES}: its own, that of both directions, or of any keyword. */
export function rowOf(rule: string): string {
  const candidates = [rule, rule.replace(/^\w+/, "~"), rule.replace(/[^/-]+$/, "*"), rule.replace(/^unknown.*/, "unknown/*"), rule.replace(/\/.*-/, "/*-")];
  const row = candidates.find((candidate) => candidate in RULES);
  if (row === undefined) throw new Error(`RULES has no row for ${rule}; add one`);
  return row;
}
