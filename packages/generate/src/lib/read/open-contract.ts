import { readFile } from "node:fs/promises";
import { basename, dirname, join as joinPath, resolve } from "node:path";
import {
  type BaseResolver,
  bundle,
  type Config,
  type Document,
  getLineColLocation,
  lint,
  loadConfig,
  type NormalizedProblem,
  YamlParseError,
} from "@redocly/openapi-core";
import { ContractError, followed, type LocatedContract } from "../contract/contract.ts";
import { ContractResolver } from "./contract-resolver.ts";
import { documentContract } from "../contract/document-contract.ts";
import { type Finding, formatFinding, type Place, sortFindings } from "../contract/finding.ts";
import { fillIn, foreignRules, serviceName } from "./foreign.ts";
import { hoistTargets } from "./hoist.ts";
import { eachNode, isObject, type Json, keysOf, pointerOf, valueAt } from "../contract/json.ts";
import { applyOverlays, type Overlaid } from "./overlay.ts";
import { Selection } from "./selection.ts";
import { isWithin, originsOf, placeIn, placeOf } from "./sources.ts";

/** A contract that was read and checked against its rules. */
export interface Opened {
  /** Violations of the rules. */
  readonly findings: readonly Finding[];
  /** Absent if the contract cannot be joined into one document. */
  readonly contract: LocatedContract | undefined;
}

/** Options for reading a contract. */
export interface ReadOptions {
  /** The rules. Default: `redocly.yaml` in the parent of the contract's folder. */
  readonly config?: Config;
  /** Whether the rules of this repository apply; without, defaults are filled in. Default: true. */
  readonly house?: boolean;
  /** Name of the service. Default: the contract's folder; if foreign, from its title. */
  readonly service?: string | undefined;
  /** The contract's file in the documentation of generated code. Default: `specs/<service>`. */
  readonly source?: string | undefined;
  /** Beginning of the variables for its options. Default: `KEYWRIGHT_` and the service. */
  readonly envPrefix?: string | undefined;
  /** Folders, files and URLs outside the contract's folder that it may refer to. Default: none. */
  readonly allowReferences?: readonly string[];
  /** Files of OpenAPI Overlay 1.0 and later, which change the first file. Default: none. */
  readonly overlays?: readonly string[];
  /** The operations to read, by id, tag or path; `*` is any text. Default: all. */
  readonly include?: readonly string[];
  /** The operations to leave out, in the same way. Default: none. */
  readonly exclude?: readonly string[];
}

/**
 * Reads a contract, checks it against its rules, and joins its files into one document.
 *
 * @param path The contract's first file, `<service>/openapi.yaml`.
 */
export async function openContract(path: string, options: ReadOptions = {}): Promise<Opened> {
  const { config, house = true, service, source, envPrefix, allowReferences = [], include, exclude } = options;
  const file = resolve(path);
  const rules = config ?? (house ? await loadConfig({ configPath: joinPath(dirname(dirname(file)), "redocly.yaml") }) : await foreignRules());
  const selection = new Selection(include, exclude);
  const overlaid = await changesOf(file, rules, options);
  if (Array.isArray(overlaid)) return { findings: overlaid, contract: undefined };
  const resolver = new ContractResolver(rules, file, allowReferences, !house, { overlaid, selection });
  const root = await readRoot(file, resolver, house);
  if ("message" in root) return { findings: [root], contract: undefined };
  const problems = await lint({ ref: file, config: rules, externalRefResolver: resolver }).catch((error: unknown) => circleIn(root) ?? unreadable(file, error));
  if (!Array.isArray(problems)) return { findings: [problems], contract: undefined };
  const origins = await originsOf(resolver);
  const found = problems.filter(({ ignored }) => ignored !== true).map((problem) => findingOf(file, problem, resolver));
  const findings = found.filter(({ isNote }) => isNote !== true);
  const readings = resolver.readings.map(({ at, source: { absoluteRef }, message }) => {
    const origin = origins.get(at);
    return { ...(origin === undefined ? { file: absoluteRef, line: 1, column: 1 } : placeOf(origin)), message, isNote: true as const };
  });
  const idle = overlaid?.idle.map((problem) => ({ ...findingOf(file, problem), isNote: true as const })) ?? [];
  const noted: Finding[] = [...idle, ...found.filter(({ isNote }) => isNote === true), ...readings];
  if (problems.some(({ ruleId }) => ruleId === "no-unresolved-refs")) return { findings: sortFindings(findings), contract: undefined };
  const document = await joined(file, rules, resolver, selection);
  if (Array.isArray(document)) return { findings: sortFindings([...findings, ...document]), contract: undefined };
  if (!house) {
    hoistTargets(document);
    for (const [pointer, message] of fillIn(document)) noted.push({ ...placeIn(document, origins, pointer), message, isNote: true });
  }
  const circles = circularReferences(document).map((pointer) => ({ ...placeIn(document, origins, pointer), message: CIRCLE }));
  if (circles.length > 0) return { findings: sortFindings([...findings, ...circles]), contract: undefined };
  const folder = basename(dirname(file));
  const name = service ?? (house ? folder : serviceName(document, folder));
  const contract = documentContract(name, document, {
    placeAt: (pointer: string): Place => placeIn(document, origins, pointer),
    isReported: (pointer) => findings.some((finding) => isWithin(finding, document, origins, pointer)),
    source,
    envPrefix,
    isLenient: !house,
    noted,
  });
  return { findings: sortFindings(findings), contract };
}

/** What is read in place of the first file; `undefined` if it is read as it is. */
async function changesOf(
  file: string,
  rules: Config,
  { overlays = [], house = true, allowReferences = [] }: ReadOptions,
): Promise<Overlaid | undefined | Finding[]> {
  const overlaid = await overlaidOf(file, overlays, rules);
  return house || Array.isArray(overlaid) ? overlaid : joinedSwagger(file, rules, allowReferences, overlaid);
}

/** The first file with the changes of overlays; `undefined` without changes. */
async function overlaidOf(file: string, overlays: readonly string[], rules: Config): Promise<Overlaid | undefined | Finding[]> {
  if (overlays.length === 0) return undefined;
  const overlaid = await applyOverlays(file, overlays, rules).catch((error: unknown) => unreadable(file, error));
  if (overlaid === undefined || "parsed" in overlaid) {
    const problems = overlaid?.problems.map((problem) => findingOf(file, problem)) ?? [];
    return problems.length > 0 ? problems : overlaid;
  }
  return [overlaid];
}

/**
 * Joins the files of OpenAPI 2.0, whose parts can only be converted with the whole. What another
 * file has is at the place of its reference.
 */
async function joinedSwagger(
  file: string,
  config: Config,
  allowed: readonly string[],
  changed: Overlaid | undefined,
): Promise<Overlaid | undefined | Finding[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (!/\bswagger["']?\s*:/.test(text) || !/\$ref["']?\s*:\s*["']?[^"'#\s]/.test(text)) return changed;
  const resolver = new ContractResolver(config, file, allowed, false, { overlaid: changed, selection: new Selection() });
  const document = await bundled(file, config, resolver);
  return Array.isArray(document) ? document : { problems: [], idle: [], ...changed, parsed: document, pointers: resolver.pointers.get(file) ?? new Map() };
}

/** Joins the files into one document with the selected operations, or returns the problems. */
async function joined(file: string, config: Config, resolver: ContractResolver, selection: Selection): Promise<Json | Finding[]> {
  const document = await bundled(file, config, resolver);
  if (Array.isArray(document)) return document;
  selection.apply(document);
  selection.dropUnused(document);
  const unused = selection.unused.map((name) => ({ file, line: 1, column: 1, message: `no operation has the operationId, tag or path ${name}: correct it` }));
  return unused.length > 0 ? unused : document;
}

/** Joins the files into one document, or returns the problems. */
async function bundled(file: string, config: Config, resolver: ContractResolver): Promise<Json | Finding[]> {
  const result = await bundle({ ref: file, config, externalRefResolver: resolver }).catch((error: unknown) => unreadable(file, error));
  if ("message" in result) return [result];
  const unread = result.problems.filter(({ severity }) => severity === "error").map((problem) => findingOf(file, problem, resolver));
  return unread.length > 0 ? unread : objectOf(result.bundle.parsed);
}

const CIRCLE = "This reference refers to itself and never to a value. Point it at a value.";

/**
 * Reads a contract that conforms to its rules.
 *
 * @throws ContractError with file, line, column and reason of each problem.
 */
export async function readContract(path: string, options?: ReadOptions): Promise<LocatedContract> {
  const { findings, contract } = await openContract(path, options);
  if (findings.length > 0 || contract === undefined) throw new ContractError(findings.map((finding) => formatFinding(finding)).join("\n"));
  return contract;
}

/** Reads the first file, which the linter does not check. */
async function readRoot(file: string, resolver: BaseResolver, house: boolean): Promise<Document | Finding> {
  const document = await resolver.resolveDocument(null, file, true).catch((error: unknown) => error);
  if (!isDocument(document)) return unreadable(file, document);
  if (!isObject(document.parsed)) return { file, line: 1, column: 1, message: "a contract must be an OpenAPI document; this file contains none" };
  const version = document.parsed["openapi"];
  if (typeof version === "string" && /^3\.[12]\.\d+$/.test(version)) return document;
  const got = version === undefined ? "no version" : String(version);
  return {
    ...placeOf({ source: document.source, pointer: "#/openapi" }),
    message: house
      ? `a contract must be in OpenAPI 3.1 or 3.2, whose schemas are JSON Schema; got ${got}. Convert it, and write "openapi: 3.1.0"`
      : `a contract must be in OpenAPI 2.0, 3.0, 3.1 or 3.2; got ${got}. Correct it`,
  };
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isDocument(value: unknown): value is Document {
  return isObject(value) && "parsed" in value;
}

function unreadable(file: string, error: unknown): Finding {
  if (error instanceof YamlParseError)
    return {
      file: error.source.absoluteRef,
      line: error.line,
      column: error.col,
      message: `${error.message.replace(/ in ".*$/, "")}: this YAML cannot be read. Correct it`,
    };
  const reason = error instanceof Error ? error.message : String(error);
  return { file, line: 1, column: 1, message: `the contract cannot be read: ${reason}. Correct the file` };
}

/** Documentation, which clients do not need. */
const DOCUMENTATION = new Set(
  "contact deprecated description email example examples externalDocs info license name responses summary tags termsOfService title url version".split(" "),
);

/** Documentation of any part, also of schemas and parameters. */
const TEXT = new Set(["deprecated", "description", "example", "examples", "externalDocs", "summary", "title"]);

/** Keys whose own keys are names, which say nothing of what they name. */
const NAMES = new Set(["definitions", "$defs", "patternProperties", "properties", "parameters", "schemas"]);

/** Whether what is at a place is documentation: its last key says so, except as a name. */
function isDocumentation(keys: readonly string[]): boolean {
  const [root = "", , , member] = keys;
  if (root === "info" || root === "tags" || (root === "paths" && member === "tags")) return true;
  const [parent = "", last = ""] = keys.slice(-2);
  if (NAMES.has(parent)) return false;
  return (keys.some((key) => NAMES.has(key) || key === "schema") ? TEXT : DOCUMENTATION).has(last);
}

/** Whether a contract with this problem has one meaning, so that a client can be generated. */
function isHarmless({ ruleId, severity, message, location }: NormalizedProblem): boolean {
  if (severity === "warn" && ruleId !== "struct") return true;
  if (ruleId !== "struct" || severity !== "warn") return false;
  const missing = /^The field `(.+)` must be present/.exec(message)?.[1];
  const keys = keysOf(location[0]?.pointer ?? "");
  if (missing !== undefined) return DOCUMENTATION.has(missing) && keys.at(-2) !== "parameters";
  return / is not expected here/.test(message) || isDocumentation(keys);
}

function findingOf(file: string, problem: NormalizedProblem, resolver?: ContractResolver): Finding {
  const { message, ruleId, location, suggest } = problem;
  const note = isHarmless(problem) ? { isNote: true as const } : {};
  const hint = suggest.length > 0 ? ` Did you mean ${suggest.join(" or ")}?` : "";
  const keyword = message.startsWith("Expected type") ? `${location[0]?.pointer?.split("/").at(-1)}: ` : "";
  const text = `${keyword}${message}${hint} [${ruleId}]`;
  const [at] = location;
  if (at === undefined) return { file, line: 1, column: 1, message: text, ...note };
  const { source, start } = getLineColLocation(
    at.pointer === undefined || resolver === undefined ? at : { ...at, pointer: resolver.writtenPointer(at.source.absoluteRef, at.pointer) },
  );
  return { file: source.absoluteRef, line: start.line, column: start.col, message: text, ...note };
}

/** The first circular reference of a file. The linter throws for it without its place. */
function circleIn({ parsed, source }: Document): Finding | undefined {
  const document = objectOf(parsed);
  const pointer = circularReferences(document).find((at) => isInCircle(document, valueAt(document, at)));
  return pointer === undefined ? undefined : { ...placeOf({ source, pointer }), message: CIRCLE };
}

function isInCircle(document: Json, reference: unknown): boolean {
  const seen = new Set<unknown>();
  let current = reference;
  while (isObject(current) && typeof current["$ref"] === "string" && !seen.has(current)) {
    seen.add(current);
    current = valueAt(document, pointerOf(current["$ref"]));
  }
  return current === reference;
}

/** JSON pointers of circular references. References to other files are data of extensions. */
function circularReferences(document: Json): string[] {
  const circles: string[] = [];
  eachNode(document, (node, pointer) => {
    if (isObject(node) && typeof node["$ref"] === "string" && node["$ref"].startsWith("#") && followed(document, node) === undefined) circles.push(pointer);
  });
  return circles;
}
