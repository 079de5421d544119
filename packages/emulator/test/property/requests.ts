import * as fc from "fast-check";
import type { Json } from "../../src/lib/core/schemas/operation-spec.ts";
import type { ContractOperation, ContractParameter } from "./oracle.ts";
import { type Hints, mutated, valuesOf } from "./values.ts";

/** Whether a request's shape is what the contract asks for. `either` where the contract does not decide it. */
export type Verdict = "valid" | "invalid" | "either";

/** A request as it goes out, with what the contract says of it. */
export interface TriedRequest {
  readonly target: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  readonly verdict: Verdict;
}

/** A part of a request with its own verdict. */
interface Part<T> {
  readonly is: T;
  readonly verdict: Verdict;
}

const sure = <T>(is: T): Part<T> => ({ is, verdict: "valid" });
const wrong = <T>(is: T): Part<T> => ({ is, verdict: "invalid" });

/** What the requests of a service are made with. */
export interface RequestTools {
  readonly document: Json;
  readonly hints: Hints;
  /** Credentials that open everything, by their scheme. */
  readonly credentials: { readonly bearer: string; readonly basic?: string };
}

/** Requests to an operation: good ones, and ones with mistakes in path, query, headers and body. */
export function requestsTo(operation: ContractOperation, tools: RequestTools): fc.Arbitrary<TriedRequest> {
  const { method, path, parameters } = operation;
  const places = parameters
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => pathValues(parameter, tools).map((part) => ({ ...part, name: parameter.name })));
  const queries = parameters.filter((parameter) => parameter.in === "query").map((parameter) => queryValues(parameter, tools));
  return fc
    .tuple(
      fc.tuple(...places),
      fc.tuple(...queries),
      authorizations(operation, tools),
      fc.oneof(...noise.map((headers) => fc.constant(headers))),
      bodiesOf(operation, tools),
    )
    .map(([inPath, inQuery, authorization, more, body]): TriedRequest => {
      const query = inQuery.map(({ is }) => is).filter((part) => part !== "");
      const target =
        inPath.reduce((template, { name, is }) => template.replace(`{${name}}`, () => is), path) + (query.length === 0 ? "" : `?${query.join("&")}`);
      const parts = [...inPath, ...inQuery, body, { verdict: authorization.judge(body.is.text) }];
      return {
        target,
        method,
        headers: { ...more, ...authorization.headers, ...body.is.headers },
        body: body.is.text,
        verdict: worst(parts.map(({ verdict }) => verdict)),
      };
    });
}

function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes("invalid") ? "invalid" : verdicts.includes("either") ? "either" : "valid";
}

/** Headers that change nothing. */
const noise: readonly { readonly [name: string]: string }[] = [
  {},
  { accept: "text/html;q=0.1, ;;=" },
  { "x-unknown": "a".repeat(500) },
  { "user-agent": "ünknown".normalize("NFKD").replace(/[^ -~]/g, "?") },
  { "if-match": "*", range: "bytes=0-0", expect: "" },
];

function pathValues({ name, schema, fits }: ContractParameter, { document, hints }: RequestTools): fc.Arbitrary<Part<string>> {
  const known = hints[name] ?? fc.constant("unknown");
  const odd = fc.oneof(
    fc.constantFrom("a", "A".repeat(26), "a".repeat(25), "a".repeat(27), "\u0000", "a/b", "..;", "%", "null", "a@b", " ", "x".repeat(3000)),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
  );
  const encoded = fc
    .oneof({ arbitrary: known, weight: 8 }, { arbitrary: valuesOf(document, schema, {}), weight: 1 }, { arbitrary: odd, weight: 1 })
    .map(String)
    // What is empty or a dot segment is another path.
    .filter((value) => value !== "" && !/^(\.|%2e){1,2}$/i.test(value))
    .map((value) => ({ is: encodeURIComponent(value), verdict: fits(value) ? ("valid" as const) : ("invalid" as const) }));
  return fc.oneof({ arbitrary: encoded, weight: 30 }, { arbitrary: fc.constantFrom("%ff", "%", "%c0%af").map(wrong), weight: 1 });
}

function queryValues({ name, schema, fits }: ContractParameter, { document, hints }: RequestTools): fc.Arbitrary<Part<string>> {
  const boundaries = {
    integer: ["0", "1", "-1", "100", "1000", "1001", "9007199254740993", "1.5", "abc", "", "1e3", " 1", "0x1", "NaN"],
    boolean: ["true", "false", "TRUE", "1", ""],
  };
  const listed = boundaries[schema["type"] as keyof typeof boundaries] ?? [
    "",
    "\u0000",
    "x".repeat(9000),
    "(",
    '"',
    "null",
    "-1",
    "2026-03-02",
    "2026-03-02T00:00:00+01:00",
  ];
  const values = fc.oneof(
    { arbitrary: (hints[name] ?? valuesOf(document, schema, {})).map((value) => (Array.isArray(value) ? value.join(",") : String(value))), weight: 3 },
    { arbitrary: fc.constantFrom(...listed), weight: 2 },
    { arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }), weight: 1 },
  );
  const given = values.map((text) => ({ is: `${name}=${encodeURIComponent(text)}`, verdict: judgeText(schema, fits, text) }));
  const twice = fc.tuple(given, given).map(([a, b]) => wrong(`${a.is}&${b.is}`));
  return fc.oneof({ arbitrary: fc.constant(sure("")), weight: 6 }, { arbitrary: given, weight: 6 }, { arbitrary: twice, weight: 1 });
}

/** What a text means is decided where it is written as JSON would write it; other ways to write a number are not. */
function judgeText(schema: Json, fits: (value: unknown) => boolean, text: string): Verdict {
  const verdict = (value: unknown): Verdict => (fits(value) ? "valid" : "invalid");
  if (schema["type"] === "array") return verdict(text.split(","));
  if (schema["type"] === "boolean") return verdict(text === "true" || (text === "false" ? false : text));
  if (schema["type"] !== "integer") return verdict(text);
  if (/^(0|-?[1-9]\d*)$/.test(text)) return Number.isSafeInteger(Number(text)) ? verdict(Number(text)) : "either";
  return text.trim() === "" || Number.isNaN(Number(text)) || !Number.isInteger(Number(text)) ? "invalid" : "either";
}

interface Authorization {
  readonly headers: { readonly [name: string]: string };
  /** Credentials may stand in the body as well. */
  judge(body: BodyText): Verdict;
}

function authorizations({ scheme }: ContractOperation, { credentials }: RequestTools): fc.Arbitrary<Authorization> {
  const good = scheme === undefined ? "Bearer anything" : (credentials[scheme] ?? "");
  const bad = [
    "",
    "Bearer",
    "Basic",
    "Basic %%%",
    "Bearer unknown",
    `Bearer ${"a".repeat(100_000)}`,
    `${good}, ${good}`,
    "Digest a=b",
    good.replace(/^\w+ /, ""),
  ];
  const judged = (verdict: Verdict) => (body: BodyText) =>
    scheme === undefined ? "valid" : scheme === "basic" && /client_(id|secret)/.test(String(body)) ? "either" : verdict;
  return fc.oneof(
    { arbitrary: fc.constant({ headers: { authorization: good }, judge: judged("valid") }), weight: 12 },
    {
      arbitrary: fc.constantFrom(...bad).map((authorization) => ({ headers: authorization === "" ? {} : { authorization }, judge: judged("invalid") })),
      weight: 1,
    },
  );
}

type BodyText = string | Uint8Array<ArrayBuffer> | undefined;
interface SentBody {
  readonly text: BodyText;
  readonly headers: { readonly [name: string]: string };
}

function bodiesOf(operation: ContractOperation, tools: RequestTools): fc.Arbitrary<Part<SentBody>> {
  const { body, method } = operation;
  if (body === undefined) return fc.constantFrom<BodyText>(undefined, ...(method === "GET" ? [] : ["ignored", "{"])).map((text) => sure({ text, headers: {} }));
  const isForm = !body.mediaType.endsWith("json");
  const values = mutated(valuesOf(tools.document, body.schema, tools.hints));
  const written = isForm ? values.map((value) => formOf(value, body.fits)) : values.map((value) => jsonOf(value, body.fits));
  const broken = fc.oneof(
    fc.constantFrom(...BROKEN),
    fc.tuple(values, fc.nat(40)).map(([value, cut]) => JSON.stringify(value).slice(0, -1 - cut)),
    fc.string({ unit: "grapheme", maxLength: 40 }),
  );
  const raw = broken.map((text) => rawBody(text, isForm, body.fits, body.required));
  return fc.tuple(fc.oneof({ arbitrary: written, weight: 7 }, { arbitrary: raw, weight: 1 }), bodyHeaders(body.mediaType)).map(([text, headers]) => {
    const empty = text.is === undefined || text.is.length === 0;
    // Nothing needs no type; what the contract says of nothing with another type is not decided.
    if (empty && headers.verdict === "invalid") return { is: { text: text.is, headers: headers.is }, verdict: body.required ? "invalid" : "either" };
    return { is: { text: text.is, headers: headers.is }, verdict: worst([text.verdict, headers.verdict]) };
  });
}

const BROKEN: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  "",
  "{",
  "[]",
  "null",
  '{"a":1}{"b":2}',
  "\uFEFF{}",
  "{'a':1}",
  "NaN",
  "[".repeat(100_000),
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00]),
  new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
];

function jsonOf(value: unknown, fits: (value: unknown) => boolean): Part<BodyText> {
  const text = JSON.stringify(value);
  return { is: text, verdict: fits(JSON.parse(text)) ? "valid" : "invalid" };
}

function formOf(value: unknown, fits: (value: unknown) => boolean): Part<BodyText> {
  const members = Object.entries((value ?? {}) as object).map(([name, member]): [string, string] => [
    name,
    typeof member === "string" ? member : JSON.stringify(member),
  ]);
  const text = new URLSearchParams(members).toString();
  return { is: text, verdict: fits(Object.fromEntries(new URLSearchParams(text))) ? "valid" : "invalid" };
}

function rawBody(text: string | Uint8Array<ArrayBuffer>, isForm: boolean, fits: (value: unknown) => boolean, required: boolean): Part<BodyText> {
  if (text.length === 0) return { is: text, verdict: required ? "invalid" : "valid" };
  if (isForm) return { is: text, verdict: "either" };
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(typeof text === "string" ? Buffer.from(text) : text));
    // How deep a value may be is not decided by the contract.
    return { is: text, verdict: text.length > 5000 ? "either" : fits(value) ? "valid" : "invalid" };
  } catch {
    return wrong(text);
  }
}

function bodyHeaders(mediaType: string): fc.Arbitrary<Part<{ readonly [name: string]: string }>> {
  const type = (value: string): { readonly [name: string]: string } => ({ "content-type": value });
  const good = [mediaType, `${mediaType}; charset=utf-8`, mediaType.toUpperCase(), `${mediaType};charset="UTF-8"`].map((value) => sure(type(value)));
  const bad = [
    {},
    ...["text/plain", "application/xml", `${mediaType}x`, `${mediaType};charset=latin1`, "garbage", "multipart/form-data; boundary=a"].map(type),
  ];
  const coded = ["gzip", "br", "gzip, gzip", "unknown"].map((coding) => ({ ...type(mediaType), "content-encoding": coding }));
  return fc.oneof({ arbitrary: fc.constantFrom(...good), weight: 12 }, { arbitrary: fc.constantFrom(...[...bad, ...coded].map(wrong)), weight: 1 });
}
