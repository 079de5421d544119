import ts from "typescript";
import { bundledDocument } from "./document/bundled-document.ts";
import { clientFile } from "./client/client-file.ts";
import {
  type Contract,
  ContractError,
  eachNode,
  type Finding,
  formatFinding,
  isObject,
  type Json,
  placeOf,
  problemOf,
  sortFindings,
} from "../contract/index.ts";
import { openContract, type ReadOptions } from "../read/open-contract.ts";
import { splitDirections } from "./document/directions.ts";
import { spellDiscriminators } from "./document/discriminators.ts";
import { environmentFile } from "./files/environment-file.ts";
import { feedsFile } from "./files/feeds-file.ts";
import { fetchFile } from "./files/fetch-file.ts";
import { filtersFile } from "./files/filters-file.ts";
import { functionsFile } from "./client/functions-file.ts";
import { formatsFile } from "./files/formats-file.ts";
import { indexFile } from "./files/index-file.ts";
import { checkNames, nameSchemasOnce, TAKEN_TYPES } from "./names.ts";
import { type ClientModel, clientOperations } from "./rows/operation-rows.ts";
import { loosenInt64 } from "./loosen-int64.ts";
import { operationsFile } from "./files/operations-file.ts";
import { schemaFile } from "./files/schema-file.ts";
import { valuesFile } from "./files/values-file.ts";

export { ContractError } from "../contract/index.ts";

/** The contents of a package's generated files by name. A file without content is absent. */
export type GeneratedFiles = Readonly<
  Record<"schema.ts" | "operations.ts" | "client.ts" | "functions.ts" | "index.ts" | "environment.ts" | "openapi.json" | "README.md", string> &
    Partial<Record<"feeds.ts" | "fetch.ts" | "filters.ts" | "formats.ts" | "values.ts", string>>
>;

/** Origin of generated files, for their header. */
export interface Origin {
  /** The contract's file. */
  readonly file: string;
  /** The command that writes them. */
  readonly command: string;
}

/** Options for reading a contract, and for the header of the files. */
export interface GenerateOptions extends ReadOptions {
  /** Default: the file of the service in this repository, and `pnpm generate`. */
  readonly origin?: Origin | undefined;
  /** The extension in imports between the files. Default: `ts`. */
  readonly extension?: "js" | "ts";
  /** Whether to write `fetch.ts`, which imports openapi-fetch. Default: no. */
  readonly fetch?: boolean | undefined;
  /** Called for each choice that was made for the user. */
  readonly onNote?: (note: Finding) => void;
}

/**
 * Generates the files of a contract. The same contract always produces the same bytes.
 *
 * @param specPath The contract's first file, `specs/<service>/openapi.yaml`.
 * @param options `house: false` for a contract that need not conform to our rules.
 * @returns The content of each file by its name.
 * @throws ContractError with file, line, column and reason of each problem.
 */
export async function generate(specPath: string, options: GenerateOptions = {}): Promise<GeneratedFiles> {
  const { findings, contract } = await openContract(specPath, { source: options.origin?.file, ...options });
  // What rules found does not hide what cannot be generated.
  const files =
    contract &&
    (await generateFrom(contract, options).catch((error: unknown) => {
      if (findings.length === 0) throw error;
      return undefined;
    }));
  const problems = sortFindings([...findings, ...(contract?.problems() ?? [])]);
  if (files === undefined || problems.length > 0)
    throw new ContractError(problems.map((finding) => formatFinding(finding)).join("\n"), undefined, [...problems, ...(contract?.notes() ?? [])]);
  for (const note of contract?.notes() ?? []) options.onNote?.(note);
  return files;
}

/**
 * Generates from a contract that was read.
 *
 * @returns The content of each file by its name; `undefined` if `contract.problems()` has problems.
 */
export async function generateFrom(
  contract: Contract,
  { origin, extension = "ts", fetch = false }: Pick<GenerateOptions, "origin" | "extension" | "fetch"> = {},
): Promise<GeneratedFiles | undefined> {
  const taken = checkNames(contract);
  checkReferences(contract);
  // A schema that becomes a union must be one before it is split.
  const changed = splitDirections(spellDiscriminators(contract));
  nameSchemasOnce(changed, taken);
  loosenInt64(changed);
  const model: ClientModel = { contract: changed, operations: clientOperations(changed), extension };
  const { file: source, command } = origin ?? { file: `specs/${contract.service}/openapi.yaml`, command: "pnpm generate" };
  // A file's name may have line breaks, which would end the comment.
  const header = `// Generated from ${source.replaceAll(/\s+/g, " ")} by \`${command}\`. Do not edit: change the contract.\n\n`;
  const files: Record<string, string> = {};
  for (const [name, write] of Object.entries(fetch ? { ...WRITERS, "fetch.ts": fetchFile } : WRITERS)) {
    const content = await attempt(changed, () => write(model));
    if (content !== undefined) files[name] = header + content;
  }
  for (const error of syntaxErrorsIn(files))
    contract.report(contract.document, `${error}. Simplify the names and values that it contains, and report this defect of the generator`);
  // Other tools read the contract as it is written.
  const document = await attempt(contract, () => documentFor(contract));
  if (contract.problems().length > 0) return undefined;
  return {
    ...files,
    "openapi.json": `${JSON.stringify(document, undefined, 2)}\n`,
    "README.md": `# Generated; do not edit\n\nEverything in this folder comes from \`${source}\` by \`${command}\`. Change the contract and generate again.\n`,
  } as GeneratedFiles;
}

/** The writer of each file. A file without content is absent. */
const WRITERS: { readonly [name: string]: (model: ClientModel) => string | undefined | Promise<string> } = {
  "schema.ts": ({ contract }) => schemaFile(contract, TAKEN_TYPES),
  "operations.ts": operationsFile,
  "client.ts": clientFile,
  "functions.ts": functionsFile,
  "index.ts": indexFile,
  "environment.ts": environmentFile,
  "feeds.ts": feedsFile,
  "filters.ts": filtersFile,
  "formats.ts": formatsFile,
  "values.ts": valuesFile,
};

/** The document that other tools read. A form that cannot be one object stays as it is. */
function documentFor(contract: Contract): Json {
  try {
    return bundledDocument(contract);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    contract.note(error.at ?? contract.document, error.message, "openapi.json has the forms as they are");
    return contract.document;
  }
}

/** Reports references to parts without a name, which types cannot refer to. */
function checkReferences(contract: Contract): void {
  eachNode(contract.document, (node) => {
    if (isObject(node) && typeof node["$ref"] === "string" && node["$ref"].startsWith("#/paths/"))
      contract.report(node, `the reference ${node["$ref"]} points into paths, where nothing has a name: move the target to components, and refer to it there`);
  });
}

/** The first syntax error of each file that a compiler cannot read, with its line. */
function syntaxErrorsIn(files: { readonly [name: string]: string }): readonly string[] {
  // Comments are not parsed: they have no syntax errors.
  const how = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const sources = new Map(Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, how)]));
  // Only a program has the errors of files. This one reads no other file, and writes none.
  const host: ts.CompilerHost = {
    getSourceFile: (name) => sources.get(name),
    fileExists: () => true,
    readFile: () => undefined,
    writeFile() {},
    getDefaultLibFileName: () => "",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
  };
  const program = ts.createProgram([...sources.keys()], { noLib: true, noResolve: true, types: [] }, host);
  return [...sources].flatMap(([name, source]) => {
    const [error] = program.getSyntacticDiagnostics(source);
    if (error === undefined) return [];
    const line = source.text.slice(0, error.start).split("\n").length;
    return `${name} would be invalid TypeScript: ${ts.flattenDiagnosticMessageText(error.messageText, " ")} in line ${line}`;
  });
}

/** Writes one file. A failure is a problem of the contract, unless an operation is its reason. */
async function attempt<Result>(contract: Contract, write: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ContractError || contract.problems().length === 0) contract.report(placeOf(error) ?? contract.document, problemOf(error));
    return undefined;
  }
}
