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
import { type Contract, ContractError, followed } from "../contract/contract.ts";
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
  readonly contract: Contract | undefined;
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
  const findings: Finding[] = [];
  const contract = await read(resolve(path), options, findings).catch((error: unknown) => {
    if (!(error instanceof ContractError) || error.findings.length === 0) throw error;
    findings.push(...error.findings);
    return undefined;
  });
  return { findings: sortFindings(findings), contract };
}

/** Ends the reading of a contract that cannot be joined into one document. */
function fail(...findings: readonly Finding[]): never {
  throw new ContractError("the contract cannot be read", undefined, findings);
}

/** @param findings Receives the violations of rules. */
async function read(file: string, options: ReadOptions, findings: Finding[]): Promise<Contract> {
  const { config, house = true, service, source, envPrefix, allowReferences = [], overlays = [], include, exclude } = options;
  const rules = config ?? (house ? await loadConfig({ configPath: joinPath(dirname(dirname(file)), "redocly.yaml") }) : await foreignRules());
  const selection = new Selection(include, exclude);
  const changed = await overlaidOf(file, overlays, rules);
  const overlaid = house ? changed : await joinedSwagger(file, rules, allowReferences, changed);
  const resolver = new ContractResolver(rules, file, allowReferences, !house, { overlaid, selection });
  const root = await readRoot(file, resolver, house);
  const problems = await lint({ ref: file, config: rules, externalRefResolver: resolver }).catch((error: unknown) =>
    fail(circleIn(root) ?? unreadable(file, error)),
  );
  const origins = await originsOf(resolver);
  const found = problems.filter(({ ignored }) => ignored !== true).map((problem) => findingOf(file, problem, resolver));
  findings.push(...found.filter(({ isNote }) => isNote !== true));
  const readings = resolver.readings.map(({ at, source: { absoluteRef }, message }) => {
    const origin = origins(at);
    return { ...(origin === undefined ? startOf(absoluteRef) : placeOf(origin)), message, isNote: true as const };
  });
  const idle = overlaid?.idle.map((problem) => ({ ...findingOf(file, problem), isNote: true as const })) ?? [];
  const noted: Finding[] = [...idle, ...found.filter(({ isNote }) => isNote === true), ...readings];
  if (problems.some(({ ruleId }) => ruleId === "no-unresolved-refs")) fail(...findings);
  const document = await joined(file, rules, resolver, selection);
  if (!house) {
    hoistTargets(document);
    for (const [pointer, message] of fillIn(document)) noted.push({ ...placeIn(document, origins, pointer), message, isNote: true });
  }
  const circles = circularReferences(document).map((pointer) => ({ ...placeIn(document, origins, pointer), message: CIRCLE }));
  if (circles.length > 0) fail(...circles);
  const folder = basename(dirname(file));
  return documentContract(service ?? (house ? folder : serviceName(document, folder)), document, {
    placeAt: (pointer) => placeIn(document, origins, pointer),
    isReported: (pointer) => findings.some((finding) => isWithin(finding, document, origins, pointer)),
    source,
    envPrefix,
    isLenient: !house,
    noted,
  });
}

/** The first file with the changes of overlays; `undefined` without changes. */
async function overlaidOf(file: string, overlays: readonly string[], rules: Config): Promise<Overlaid | undefined> {
  if (overlays.length === 0) return undefined;
  const overlaid = await applyOverlays(file, overlays, rules).catch((error: unknown) => fail(unreadable(file, error)));
  const problems = overlaid?.problems.map((problem) => findingOf(file, problem)) ?? [];
  return problems.length > 0 ? fail(...problems) : overlaid;
}

/**
 * Joins the files of OpenAPI 2.0, whose parts can only be converted with the whole. What another
 * file has is at the place of its reference.
 */
async function joinedSwagger(file: string, config: Config, allowed: readonly string[], changed: Overlaid | undefined): Promise<Overlaid | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (!/\bswagger["']?\s*:/.test(text) || !/\$ref["']?\s*:\s*["']?[^"'#\s]/.test(text)) return changed;
  const resolver = new ContractResolver(config, file, allowed, false, { overlaid: changed, selection: new Selection() });
  const parsed = await bundled(file, config, resolver);
  return { problems: [], idle: [], ...changed, parsed, pointers: resolver.pointers.get(file) ?? new Map() };
}

/** Joins the files into one document with the selected operations. */
async function joined(file: string, config: Config, resolver: ContractResolver, selection: Selection): Promise<Json> {
  const document = await bundled(file, config, resolver);
  selection.apply(document);
  selection.dropUnused(document);
  const unused = selection.unused.map((name) => ({ ...startOf(file), message: `no operation has the operationId, tag or path ${name}: correct it` }));
  return unused.length > 0 ? fail(...unused) : document;
}

/** Joins the files into one document. */
async function bundled(file: string, config: Config, resolver: ContractResolver): Promise<Json> {
  const { problems, bundle: document } = await bundle({ ref: file, config, externalRefResolver: resolver }).catch((error: unknown) =>
    fail(unreadable(file, error)),
  );
  const unread = problems.filter(({ severity }) => severity === "error").map((problem) => findingOf(file, problem, resolver));
  return unread.length > 0 ? fail(...unread) : objectOf(document.parsed);
}

const CIRCLE = "This reference refers to itself and never to a value. Point it at a value.";

/**
 * Reads a contract that conforms to its rules.
 *
 * @throws ContractError with file, line, column and reason of each problem.
 */
export async function readContract(path: string, options?: ReadOptions): Promise<Contract> {
  const { findings, contract } = await openContract(path, options);
  if (findings.length > 0 || contract === undefined) throw new ContractError(findings.map((finding) => formatFinding(finding)).join("\n"));
  return contract;
}

/** Reads the first file, which the linter does not check. */
async function readRoot(file: string, resolver: BaseResolver, house: boolean): Promise<Document> {
  const document = await resolver.resolveDocument(null, file, true).catch((error: unknown) => error);
  if (!isDocument(document)) return fail(unreadable(file, document));
  if (!isObject(document.parsed)) return fail({ ...startOf(file), message: "a contract must be an OpenAPI document; this file contains none" });
  const version = document.parsed["openapi"];
  if (typeof version === "string" && /^3\.[12]\.\d+$/.test(version)) return document;
  const got = version === undefined ? "no version" : String(version);
  const message = house
    ? `a contract must be in OpenAPI 3.1 or 3.2, whose schemas are JSON Schema; got ${got}. Convert it, and write "openapi: 3.1.0"`
    : `a contract must be in OpenAPI 2.0, 3.0, 3.1 or 3.2; got ${got}. Correct it`;
  return fail({ ...placeOf({ source: document.source, pointer: "#/openapi" }), message });
}

/** The place of a problem of a whole file. */
function startOf(file: string): Place {
  return { file, line: 1, column: 1 };
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
  return { ...startOf(file), message: `the contract cannot be read: ${reason}. Correct the file` };
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
  if (at === undefined) return { ...startOf(file), message: text, ...note };
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
