import type { RecordedBody } from "../cassette/cassette.ts";
import { writeExact } from "../cassette/exact-json.ts";
import { withoutNumbers } from "../cassette/masks.ts";
import type { UncheckedRequest } from "../cassette/record-exchange.ts";

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
