import { jsonProblem } from "@keywright/cli-kit";
import seedSchema from "@keywright/emulator/seed.schema.json" with { type: "json" };
import { readFile } from "node:fs/promises";
import { isObject, type Json, objectAt } from "../../core/values/json.ts";
import { EMULATED } from "../../../generated/services.ts";
import { type Checked, checked, readChecked } from "../../core/contract/check-value.ts";
import { CommandError } from "./terminal.ts";

/** A seed file. All properties are optional. It also has a property for each service. */
export interface SeedFile {
  /** Seed of ids, tokens and probabilities. */
  readonly randomSeed?: number | string;
  /** Initial time (RFC 3339). The clock runs from there. */
  readonly time?: string;
}

/** The schema of a seed file, imported by its published name so that the build includes it. */
export const SEED_SCHEMA: Json = seedSchema;

/** A service without a part in the schema checks its state by its contract. */
const SCHEMA = {
  ...SEED_SCHEMA,
  properties: { ...Object.fromEntries(Object.keys(EMULATED).map((name) => [name, { type: "object" }])), ...objectAt(SEED_SCHEMA, "properties") },
};

/** A file of the user is invalid. */
export class SeedError extends CommandError {}

/** Reads a seed file. @throws SeedError as {@link readDataFile} does. */
export function readSeedFile(path: string): Promise<SeedFile> {
  return readDataFile<SeedFile>(path, SCHEMA);
}

/**
 * Reads a file in YAML if its name ends so, otherwise in JSON. `T` is the type of the schema.
 *
 * @throws SeedError with the path and the reason if it is not readable or breaks the schema.
 */
export async function readDataFile<T>(path: string, schema: Json): Promise<T> {
  const text = await readText(path);
  const isYaml = /\.ya?ml$/i.test(path);
  const read = isYaml ? await readYaml<T>(text, schema) : readChecked<T>(text, schema);
  if ("value" in read) return read.value;
  const syntax = isYaml ? undefined : jsonProblem(text.replace(/^\uFEFF/, ""));
  throw new SeedError(`${path}: ${(syntax === undefined ? read.problems : [syntax]).join(`\n${path}: `)}`);
}

async function readYaml<T>(text: string, schema: Json): Promise<Checked<T>> {
  // Only loaded for YAML, so that other starts are not slower.
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  const problems = [...document.errors, ...document.warnings].map(({ message }) => message.split("\n")[0]?.replace(/:$/, "") ?? message);
  // One that is nested too deeply comes once for each level.
  if (problems.length > 0) return { problems: [...new Set(problems)] };
  try {
    return checked(document.toJS() ?? {}, schema);
  } catch (error) {
    // An alias that is unknown, or that would make the file huge.
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Reads a text file. @throws SeedError if it cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = isObject(error) ? error["code"] : undefined;
    throw new SeedError(`${path}: ${code === "ENOENT" ? "the file does not exist" : `the file cannot be read (${String(code ?? error)})`}`);
  }
}
