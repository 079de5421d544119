import type { RecordedBody, RecordedExchange } from "../cassette/cassette.ts";
import { writeExact } from "../cassette/exact-json.ts";
import { withoutNumbers } from "../cassette/masks.ts";
import type { UncheckedRequest } from "../cassette/record-exchange.ts";
import { parseJson } from "../../core/contract/body-values.ts";
import { isObject } from "../../core/values/json.ts";

/** The parts of a request that replay compares. Two equal requests have equal texts. */
export interface RequestKey {
  readonly method: string;
  readonly path: string;
  /** Without the order of different names. */
  readonly query: string;
  readonly body: string;
}

/** Returns what replay compares. All placeholders are equal, because secrets are unknown. */
export function keyOf({ method, path, query, body, headers }: UncheckedRequest): RequestKey {
  const pairs = new URLSearchParams(query);
  pairs.sort();
  return { method, path: withoutNumbers(path), query: withoutNumbers(pairs.toString()), body: withoutNumbers(textOf(body, headers["content-type"])) };
}

function textOf(body: RecordedBody | undefined, mediaType = ""): string {
  if (body === undefined) return "";
  if ("json" in body) return writeExact(sorted(body.json));
  if ("text" in body) return body.text;
  // The boundary of a multipart body is different each time.
  return mediaType.startsWith("multipart/") ? "multipart" : body.sha256;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, property]) => [name, sorted(property)]));
}

/** Describes the recorded request that is closest to a request, and what differs. */
export function describeClosest(wanted: RequestKey, exchanges: readonly RecordedExchange[]): string {
  const candidates = exchanges.map(({ request }, index) => ({ key: keyOf(request), line: index + 2 }));
  const [closest] = candidates.sort((one, other) => likeness(other.key, wanted) - likeness(one.key, wanted));
  return closest === undefined ? "It has no requests" : `The closest is ${nameOf(closest.key)} in line ${closest.line}: ${differences(wanted, closest.key)}`;
}

/** Returns the method, path and query of a request. */
export function nameOf({ method, path, query }: RequestKey): string {
  return `${method} ${path}${query === "" ? "" : `?${query}`}`;
}

function likeness(one: RequestKey, other: RequestKey): number {
  const segments = other.path.split("/");
  const shared = one.path.split("/").filter((segment, index) => segment === segments[index]).length / segments.length;
  const weights = [one.method === other.method, one.path === other.path, one.path.split("/").length === segments.length];
  return weights.filter(Boolean).length * 4 + shared * 4 + Number(one.query === other.query) * 2 + Number(one.body === other.body);
}

function differences(wanted: RequestKey, found: RequestKey): string {
  const parts = (["method", "path", "query"] as const).filter((part) => wanted[part] !== found[part]).map((part) => `another ${part}`);
  if (wanted.body !== found.body) parts.push(bodyDifference(wanted.body, found.body));
  return parts.join(", ");
}

function bodyDifference(wanted: string, found: string): string {
  if (found === "") return "no body";
  if (wanted === "") return "a body";
  const [one, other] = [parseJson(wanted), parseJson(found)];
  const pointers = "value" in one && "value" in other ? differing(one.value, other.value, "") : [];
  // Names of properties, because values can be confidential.
  return pointers.length === 0 || pointers.includes("") ? "another body" : `a body with another ${pointers.slice(0, 5).join(", ")}`;
}

function differing(one: unknown, other: unknown, pointer: string): readonly string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.flatMap((item: unknown, index) => differing(item, other[index], `${pointer}/${index}`));
  if (!isObject(one) || !isObject(other)) return [pointer];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => differing(one[name], other[name], `${pointer}/${name}`));
}
