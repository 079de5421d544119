import { parseEnv } from "node:util";
import { describeError } from "@keywright/core/client";
import { parseTemplate } from "@keywright/vault/references";
import type { WholeItem } from "../command/arguments.ts";
import { FileError, readText } from "./files.ts";

/** A text in which references are replaced by secrets. */
export interface Wanted {
  /** The name of the variable or the template, for messages. */
  readonly name: string;
  readonly references: readonly string[];
  /** The item or section whose fields it has, as JSON. */
  readonly whole?: WholeItem;
  /** The field that it is made from, and the reference of its item or section. */
  readonly field?: string;
  readonly item?: string;
  /** The reference as it was written, if `fill` returns its bytes in Base64. */
  readonly written?: string;
  fill(valueOf: (reference: string) => string): string;
}

/** Why a variable or a template cannot be resolved. */
export interface Problem {
  readonly name: string;
  readonly reason: string;
}

/** Variables of the environment, and texts with references. */
export interface Source {
  /** Variables that are passed as they are. */
  readonly plain: { readonly [name: string]: string };
  readonly wanted: readonly Wanted[];
  readonly problems: readonly Problem[];
  /** The variables of env files. */
  readonly fixed: { has(name: string): boolean };
}

/** What the reference of all fields of an item ends with. */
const ALL_FIELDS = "/*?attribute=fields";

/** What the reference of a value in Base64 ends with. */
const IN_BASE64 = "?attribute=base64";

/** What a client of the vault needs, and the command does not. */
const TOKENS = ["KEYWRIGHT_VAULT_TOKEN", "KEYWRIGHT_VAULT_TOKEN_FILE"];

/**
 * Returns the variables of the environment and of env files, which replace them in their order.
 *
 * @throws FileError if a file cannot be read.
 */
export async function readVariables(
  env: NodeJS.ProcessEnv,
  {
    envFiles,
    envFrom,
    scheme,
    keepToken,
    asBytes = false,
  }: {
    readonly envFiles: readonly string[];
    readonly envFrom: readonly WholeItem[];
    readonly scheme: string;
    readonly keepToken: boolean;
    readonly asBytes?: boolean;
  },
): Promise<Source> {
  const fromFiles = new Map<string, string>();
  for (const file of envFiles) for (const [name, value] of variablesIn(file, withoutMark(await readText(file)))) fromFiles.set(name, value);
  const plain: { [name: string]: string } = {};
  const wanted = envFrom.map(wantedOf);
  const problems: Problem[] = [];
  const isReference = (value: string): boolean => value.startsWith(`${scheme}://`);
  for (const [name, value = ""] of Object.entries(env)) {
    if (fromFiles.has(name) || (TOKENS.includes(name) && !keepToken)) continue;
    if (isReference(value)) wanted.push(referenceIn(name, value, asBytes));
    else plain[name] = value;
  }
  for (const [name, value] of fromFiles) {
    if (isReference(value)) wanted.push(referenceIn(name, value, asBytes));
    else if (value.toLowerCase().startsWith(`${scheme}:/`)) problems.push({ name, reason: `a reference must begin with ${scheme}://` });
    else if (value.includes("{{")) addTemplate(name, value, scheme, { wanted, problems });
    else plain[name] = value;
  }
  return { plain, wanted, problems, fixed: fromFiles };
}

/** Windows editors begin files with a byte order mark, which would be part of the first name. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function variablesIn(file: string, text: string): readonly (readonly [name: string, value: string])[] {
  return Object.entries(parseEnv(text)).map(([name, value = ""]) => {
    // Some Node versions begin the next name at a line without =, which can be part of a secret.
    if (!name.includes("\n")) return [name, value];
    const line = text.split("\n").findIndex((each) => each.trim() === name.split("\n")[0]?.trim()) + 1;
    throw new FileError(`${file} must have lines of NAME=value; line ${line} has no =`);
  });
}

/** Returns the references of a template. */
export function readTemplate(name: string, text: string, scheme: string): Pick<Source, "wanted" | "problems"> {
  const found = { wanted: [], problems: [] };
  addTemplate(name, text, scheme, found);
  return found;
}

/** Returns the bytes of a value. */
export function bytesOf({ written, fill }: Wanted, valueOf: (reference: string) => string): Buffer {
  return Buffer.from(fill(valueOf), written === undefined ? "utf8" : "base64");
}

/** Returns the bytes of the value of a reference that ends with `?attribute=base64`. */
export function decodedIn(reference: string, value: string): Buffer | undefined {
  return reference.endsWith(IN_BASE64) ? Buffer.from(value, "base64") : undefined;
}

/** A reference without what asks for bytes. */
export function withoutBase64(reference: string): string {
  return reference.endsWith(IN_BASE64) ? reference.slice(0, -IN_BASE64.length) : reference;
}

/** Returns the text that all fields of an item come from. */
function wantedOf(whole: WholeItem): Wanted {
  const reference = `${whole.reference}${ALL_FIELDS}`;
  return { name: whole.reference, references: [reference], whole, fill: (valueOf) => valueOf(reference) };
}

function referenceIn(name: string, reference: string, asBytes: boolean): Wanted {
  if (asBytes && !reference.includes("?")) return { ...referenceIn(name, `${reference}${IN_BASE64}`, false), written: reference };
  return { name, references: [reference], fill: (valueOf) => valueOf(reference) };
}

function addTemplate(name: string, text: string, scheme: string, { wanted, problems }: { readonly wanted: Wanted[]; readonly problems: Problem[] }): void {
  try {
    const { references, fill } = parseTemplate(text, { scheme });
    wanted.push({ name, references, fill });
  } catch (error) {
    problems.push({ name, reason: describeError(error) });
  }
}
