import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation, OperationTable, ValueTree } from "@keywright/core/client";
import { build } from "esbuild";
import { checkRequest } from "./check-request.ts";
import { type Node, objectOf, Original, type OriginalOperation } from "./original.ts";
import { sampleOf } from "./sample.ts";

/** What came of the calls of a document. */
export interface Calls {
  readonly calls: number;
  /** Operations for which no input was found that the document allows. */
  readonly skipped: number;
  /** Requests that the document does not allow. */
  readonly wrong: readonly string[];
  /** Calls that sent nothing, although the input is what the document allows. */
  readonly unsent: readonly string[];
  /** Schemas by which nothing could be checked. */
  readonly unread: readonly string[];
}

/** Calls the operations with the most parameters and properties of bodies, and checks what is sent. */
export async function callOperations(file: string, folder: string, root: string, most = 10): Promise<Calls> {
  const original = await Original.read(file);
  const outfile = join(folder, "out", "client.mjs");
  await mkdir(join(folder, "out"), { recursive: true });
  await writeFile(join(folder, "all.ts"), 'export * from "./client.ts";\nexport { operations } from "./operations.ts";\n');
  await build({
    entryPoints: [join(folder, "all.ts")],
    outfile,
    bundle: true,
    format: "esm",
    target: "node20",
    platform: "node",
    alias: { "@keywright/core": join(root, "packages/core/src") },
    logLevel: "silent",
  });
  const module = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Node;
  const create = Object.entries(module).find(([name]) => /^create\w+Client$/.test(name))?.[1] as (
    options: object,
  ) => Record<string, (input?: object) => Promise<unknown>>;
  const rows = Object.values(module["operations"] as OperationTable);
  const servers = Object.fromEntries(rows.flatMap(({ server }) => (server === undefined ? [] : [[server, optionsFor(rows)]])));
  let sent: Request | undefined;
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    sent = new Request(url, init);
    return Promise.resolve(new Response("{}", { status: 418, headers: { "content-type": "application/json" } }));
  };
  const client = create({ ...optionsFor(rows), fetch, retry: false, ...(Object.keys(servers).length === 0 ? {} : { servers }) });
  const known = rows.flatMap((row) => {
    const operation = original.operation(row.method, row.path);
    return operation === undefined ? [] : [{ row, operation }];
  });
  const heaviest = known.sort((a, b) => weightOf(original, b.operation) - weightOf(original, a.operation)).slice(0, most);
  const [wrong, unsent]: [string[], string[]] = [[], []];
  let skipped = 0;
  for (const { row, operation } of heaviest) {
    sent = undefined;
    if (!hasSample(original, operation)) {
      skipped += 1;
      continue;
    }
    const input = inputOf(original, row, operation);
    const error: unknown = await client[row.id]?.(input).then(undefined, (reason: unknown) => reason);
    if (sent === undefined) unsent.push(`${row.id}: ${String(error).slice(0, 200)}`);
    else wrong.push(...(await checkRequest(original, operation, row.path, sent)).map((problem) => `${row.id}: ${problem}`));
  }
  return { calls: heaviest.length - skipped, skipped, wrong, unsent, unread: [...original.unread] };
}

function optionsFor(rows: readonly Operation[]): object {
  const all = rows.flatMap(({ security }) => (security.anyOf ?? []).flat());
  const credentials = Object.fromEntries(
    all.flatMap(({ name, type }) => (name === undefined ? [] : [[name, type === "basic" ? { username: "u", password: "p" } : "secret"]])),
  );
  const needsToken = rows.some(({ security }) => security.scheme === "bearer") || all.some(({ name }) => name === undefined);
  return {
    baseUrl: "https://service.example.com",
    ...(needsToken ? { token: "token" } : {}),
    ...(Object.keys(credentials).length === 0 ? {} : { credentials }),
  };
}

function weightOf(original: Original, { parameters, bodies, fields }: OriginalOperation): number {
  const [pointer] = bodies.values();
  return (
    parameters.length +
    fields.length +
    (pointer === undefined || pointer === "" ? 0 : 1 + Object.keys(objectOf(original.schemaAt(pointer)["properties"])).length)
  );
}

/** Whether the document allows the values that are made for a JSON body and required parameters. */
function hasSample(original: Original, { bodies, parameters }: OriginalOperation): boolean {
  const required = parameters.filter((parameter) => parameter.required);
  if (required.some(({ pointer }) => original.problems(pointer, sampleOf(original, original.schemaAt(pointer)) ?? null).length > 0)) return false;
  const [, pointer = ""] = [...bodies].find(([type]) => /[/+]json\b/i.test(type)) ?? [];
  return pointer === "" || original.problems(pointer, sampleOf(original, original.schemaAt(pointer))).length === 0;
}

/** Input that the document allows: parameters that a validator rejects are left out if they may be. */
function inputOf(original: Original, row: Operation, { parameters, bodies, fields }: OriginalOperation): object {
  const rows = { ...row.pathParameters, ...row.queryParameters, ...row.headerParameters, ...row.cookieParameters };
  const given = parameters.flatMap((parameter) => {
    const own = rows[parameter.name];
    const value = sampleOf(original, original.schemaAt(parameter.pointer));
    if (own === undefined || (!parameter.required && (value === undefined || original.problems(parameter.pointer, value).length > 0))) return [];
    return [[parameter.name, own.expected?.startsWith("a 64-bit") === true ? String(value) : value] as const];
  });
  const inputs = (row.security.inputs ?? []).map((name) => [name, "id"] as const);
  if (row.body === undefined) return Object.fromEntries([...given, ...inputs]);
  const media = [...bodies].find(([type]) => type.replace(/;.*/, "").trim().toLowerCase() === row.body?.mediaType.replace(/;.*/, "").trim().toLowerCase());
  const schema = media === undefined || media[1] === "" ? undefined : original.schemaAt(media[1]);
  const value = fields.length > 0 ? Object.fromEntries(fields.map(({ name, node }) => [name, sampleOf(original, node)])) : schema && sampleOf(original, schema);
  return Object.fromEntries([...given, ...inputs, ["body", bodyFor(row, value)]]);
}

/** The value as the client's types have it. */
function bodyFor({ body }: Operation, value: unknown): unknown {
  const file = (): File => new File(["a"], "a.txt");
  switch (body?.as) {
    case "bytes":
      return new Blob(["a"], { type: "application/octet-stream" });
    case "text":
      return "text";
    case "lines":
      return [value];
    case "multipart": {
      const parts = Object.entries(body.parts ?? {}).map(
        ([name, part]) => [name, part.as === "bytes" ? (part.type === "array" ? [file()] : file()) : objectOf(value)[name]] as const,
      );
      return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
    }
    case "int64":
      return body.int64 === undefined ? value : asText(value, body.int64);
    default:
      return value;
  }
}

/** 64-bit integers as decimal strings. */
function asText(value: unknown, tree: ValueTree): unknown {
  if (tree === true) return typeof value === "number" ? String(value) : value;
  if (Array.isArray(value)) return value.map((element) => asText(element, Array.isArray(tree) ? (tree[0] as ValueTree) : tree));
  if (typeof value !== "object" || value === null) return value;
  const of = (name: string): ValueTree | undefined => (Array.isArray(tree) ? (tree[0] as ValueTree) : (Reflect.get(tree, name) as ValueTree | undefined));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, of(name) === undefined ? inner : asText(inner, of(name) ?? true)]));
}
