import { isIP } from "node:net";
import { readFileSync } from "node:fs";

type Json = { readonly [name: string]: unknown };

interface Field {
  readonly type: string;
  readonly isArray: boolean;
}

/** The published fields of ECS. */
export interface EcsFields {
  readonly version: string;
  readonly fields: ReadonlyMap<string, Field>;
}

/** Reads the table of the fields. */
export function readEcsFields(file: string): EcsFields {
  const [header = [], ...rows] = readCsv(readFileSync(file, "utf8"));
  const column = (name: string): number => header.indexOf(name);
  const fields = rows.map((row): [string, Field] => [
    row[column("Field")] ?? "",
    { type: row[column("Type")] ?? "", isArray: (row[column("Normalization")] ?? "").includes("array") },
  ]);
  return { version: rows[0]?.[column("ECS_Version")] ?? "", fields: new Map(fields) };
}

/** Values in quotes may have commas, and a quote as two (RFC 4180). */
function readCsv(text: string): string[][] {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain));
}

/** The allowed values of the fields that categorize an event, from the reference of ECS: the table does not have them. */
const ALLOWED: { readonly [field: string]: readonly string[] } = {
  "event.kind": ["alert", "asset", "enrichment", "event", "metric", "pipeline_error", "signal", "state"],
  "event.outcome": ["failure", "success", "unknown"],
};

/** The expected types of each category that a contract uses, from the same reference. */
const TYPES: { readonly [category: string]: readonly string[] } = {
  authentication: ["start", "end", "info"],
  configuration: ["access", "change", "creation", "deletion", "info"],
  database: ["access", "change", "info", "error"],
  iam: ["admin", "change", "creation", "deletion", "group", "info", "user"],
};

/** Returns what the published fields refuse in an event; empty for a valid one. */
export function ecsProblems({ version, fields }: EcsFields, event: Json): string[] {
  const { "@timestamp": time, ecs, event: said } = event as { readonly [name: string]: Json | undefined };
  const categories = [said?.["category"]].flat() as string[];
  const types = [said?.["type"]].flat() as string[];
  return [
    ...(time === undefined ? ["@timestamp: is required"] : []),
    ...(ecs?.["version"] === version ? [] : [`ecs.version: expected ${version}, got ${String(ecs?.["version"])}`]),
    ...Object.entries(ALLOWED).flatMap(([field, values]) => {
      const value = String(said?.[field.replace("event.", "")]);
      return values.includes(value) ? [] : [`${field}: ${value} is none of ${values.join(", ")}`];
    }),
    ...(categories.length === 1 && types.length > 0 ? [] : ["event: needs a category and a type"]),
    ...types.filter((type) => TYPES[categories[0] ?? ""]?.includes(type) !== true).map((type) => `event.type: ${type} is not expected in ${categories[0]}`),
    ...treeProblems(fields, event, ""),
  ];
}

function treeProblems(fields: EcsFields["fields"], value: Json, at: string): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const path = at === "" ? name : `${at}.${name}`;
    const field = fields.get(path);
    const isHolder = typeof member === "object" && member !== null && !Array.isArray(member);
    if (field === undefined || (isHolder && field.type === "object")) return isHolder ? treeProblems(fields, member as Json, path) : [`${path}: is no field`];
    if (Array.isArray(member) !== field.isArray) return [`${path}: must ${field.isArray ? "" : "not "}be a list`];
    const check = TYPED[field.type];
    if (check === undefined) throw new Error(`no test knows the type ${field.type}`);
    return [member].flat().every(check) ? [] : [`${path}: must be ${field.type}, got ${JSON.stringify(member)}`];
  });
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);

const TYPED: { readonly [type: string]: (value: unknown) => boolean } = {
  date: (value) =>
    isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(String(value)) && !Number.isNaN(Date.parse(String(value))),
  geo_point: (value) => {
    const { lat, lon, ...others } = Object(value) as Json;
    return isNumber(lat) && isNumber(lon) && Object.keys(others).length === 0;
  },
  ip: (value) => isIP(String(value)) > 0,
  keyword: isText,
  long: Number.isSafeInteger,
  match_only_text: isText,
};
