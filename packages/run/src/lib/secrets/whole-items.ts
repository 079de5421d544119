import { isUtf8 } from "node:buffer";
import type { WholeItem } from "../command/arguments.ts";
import { UnresolvedError, type ValueOf } from "./resolve.ts";
import { decodedIn, type Problem, type Source, type Wanted } from "./wanted.ts";

/** A field, as in the JSON of `?attribute=fields`. */
interface Field {
  readonly id: string;
  readonly label?: string;
  readonly section?: string;
  readonly type?: string;
  readonly purpose?: string;
  readonly value?: string;
}

/** Fields of whole items, each with the variable that its label makes. */
interface FieldVariable extends Wanted {
  /** The label and the section, for messages. */
  readonly field: string;
  /** The reference of the item or section. */
  readonly item: string;
}

/** The variables of whole items with their fields. */
export interface Expanded extends Source {
  /** Fields that set no variable, and why. */
  readonly left: readonly { readonly item: string; readonly field: string; readonly reason: string }[];
}

/** They decide which code runs or what is trusted: only who starts the command can set them. */
const CODE = new RegExp(
  `^(?:${[
    "PATH|HOME|SHELL|IFS|ENV|BASH_ENV|PROMPT_COMMAND|EDITOR|VISUAL|PAGER",
    "NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)|PYTHON(?:PATH|STARTUP|HOME)|PERL5(?:LIB|OPT|DB)|PERLLIB|RUBY(?:LIB|OPT)",
    "JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|DOTNET_STARTUP_HOOKS",
    "(?:LD|DYLD|GIT|NPM_CONFIG|KEYWRIGHT)_.*|(?:(?:HTTPS?|FTP|ALL|NO)_)?PROXY",
  ].join("|")})$`,
  "i",
);

const NAME = /^[A-Za-z_]\w*$/;

/** Returns the secrets in the value of a reference. */
export function secretsIn(reference: string, value: string): readonly string[] {
  const bytes = decodedIn(reference, value);
  if (bytes !== undefined) return [isUtf8(bytes) ? bytes.toString() : value];
  return reference.endsWith("?attribute=fields") ? [value, ...readFields(value).flatMap((field) => field.value ?? [])] : [value];
}

/**
 * Puts the variables of fields in the place of whole items. They replace variables of the
 * environment; an env file replaces them.
 *
 * @throws UnresolvedError if a label makes no variable, or two make the same one.
 */
export function expandItems(source: Source, valueOf: ValueOf): Expanded {
  const fields = source.wanted.flatMap((wanted) => (wanted.whole === undefined ? [] : variablesOf(wanted, wanted.whole, valueOf)));
  const [set, unset] = [fields.filter(({ reason }) => reason === undefined), fields.filter(({ reason }) => reason !== undefined)];
  const [replaced, kept] = [set.filter(({ name }) => source.fixed.has(name)), set.filter(({ name }) => !source.fixed.has(name))];
  const problems = [...emptyItems(source, set), ...problemsIn(kept)];
  if (problems.length > 0) throw new UnresolvedError(problems);
  const names = new Set(kept.map(({ name }) => name));
  return {
    ...source,
    plain: Object.fromEntries(Object.entries(source.plain).filter(([name]) => !names.has(name))),
    wanted: [...source.wanted.filter(({ name, whole }) => whole === undefined && !names.has(name)), ...kept],
    left: [
      ...unset.map(({ item, field, reason = "" }) => ({ item, field, reason })),
      ...replaced.map(({ item, field, name }) => ({ item, field, reason: `sets no variable, because an env file sets ${name}` })),
    ],
  };
}

function variablesOf(
  { references }: Wanted,
  { prefix, reference }: WholeItem,
  valueOf: ValueOf,
): readonly (FieldVariable & { readonly reason: string | undefined })[] {
  return readFields(valueOf(references[0] ?? "")).map((found) => {
    const { id, label = id, section, value } = found;
    const name = `${prefix}${nameOf(label)}`;
    return {
      name,
      references,
      item: reference,
      field: `${JSON.stringify(label)}${section === undefined ? "" : ` in section ${JSON.stringify(section)}`}`,
      reason: whyLeft(found, name),
      fill: () => value ?? "",
    };
  });
}

/** Why a field sets no variable. */
function whyLeft({ label, type, value }: Field, name: string): string | undefined {
  if (value === undefined) return "has no value, so it sets no variable";
  // Its value is the seed of all codes.
  if (type === "OTP") return "is a one-time code; name it with ?attribute=otp";
  return label === undefined && !NAME.test(name) ? "has no label, so it sets no variable" : undefined;
}

function readFields(json: string): readonly Field[] {
  // Every item of some servers has empty notes.
  return (JSON.parse(json) as readonly Field[]).filter(({ purpose, value }) => purpose !== "NOTES" || value);
}

/** In capitals without accents, and with `_` for all but letters and digits. */
function nameOf(label: string): string {
  const plain = label.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_+|_+$/g, "");
}

function emptyItems({ wanted }: Source, set: readonly FieldVariable[]): readonly Problem[] {
  const without = wanted.filter(({ whole }) => whole !== undefined && !set.some(({ item }) => item === whole.reference));
  return without.map(({ name }) => ({ name, reason: "it has no field with a value" }));
}

function problemsIn(fields: readonly FieldVariable[]): readonly Problem[] {
  return fields.flatMap((own) => {
    const { name, field, item } = own;
    if (!NAME.test(name))
      return [{ name: item, reason: `the label of the field ${field} makes no variable, which consists of A to Z, digits and _; rename it` }];
    const shown = `the field ${field} of ${item}`;
    if (CODE.test(name))
      return [{ name, reason: `${shown} cannot set it, because it decides which code runs or what is trusted; rename the field, or use a prefix` }];
    const [first = own, second] = fields.filter((other) => other.name === name);
    if (second !== own) return [];
    return [{ name, reason: `the field ${first.field} of ${first.item} and ${shown} make the same name; rename one, or use a prefix` }];
  });
}
