import { parseJson } from "../../core/contract/body-values.ts";
import type { Services } from "../../core/emulated.ts";
import type { EmulatorResponse } from "../../core/http/http.ts";
import { essenceOf, isJson } from "../../core/http/media-types.ts";
import { responseOf } from "../../core/schemas/operation-spec.ts";
import type { RecordedExchange } from "../cassette/cassette.ts";
import { emulatorRequest } from "./emulator-request.ts";
import type { SameValues } from "./same-values.ts";
import { shapeOf } from "./same-values.ts";
import type { FoundOperation } from "../cassette/service-contracts.ts";

/** How a recorded response compares with the emulator's. */
export interface Comparison {
  readonly outcome: "same" | "different" | "not comparable";
  /** What differs, or why the responses cannot be compared. */
  readonly reasons: readonly string[];
  /** Parts of the body that the contract allows and only one side has. */
  readonly data: readonly string[];
}

/** Sends a recorded request, and compares what the contract determines, not the data. */
export async function compareExchange(
  exchange: RecordedExchange,
  found: FoundOperation | undefined,
  services: Services,
  values: SameValues,
  origin: string,
): Promise<Comparison> {
  const { request, response } = exchange;
  const service = services.get(found?.service.name ?? "");
  if (found === undefined || service === undefined) return skipped("no contract has this path and method");
  if (request.body !== undefined && "bytes" in request.body) return skipped("the body of the request is not recorded");
  if (response.status === 429 || response.status >= 500) return skipped(`the server failed with ${response.status}`);
  const unknownIds = Object.values(found.path).filter((value) => !values.has(decodeURIComponent(value)));
  const actual = await service.emulator.handle(emulatorRequest(exchange, service.facts(), values, origin));
  if (actual.status !== response.status) {
    const reason = whyNotComparable(exchange, actual.status, unknownIds);
    return reason === undefined ? different([`status ${response.status}; the emulator returns ${actual.status}`]) : skipped(reason);
  }
  const ours = bodyOf(actual);
  const recorded = response.body !== undefined && "json" in response.body ? response.body.json : undefined;
  values.learn(recorded, ours);
  const reasons = [...headerDifferences(exchange, actual, found), ...bodyDifferences(exchange, actual, ours), ...response.warnings];
  const data = recorded === undefined || ours === undefined ? [] : dataDifferences(recorded, ours);
  return { outcome: reasons.length === 0 ? "same" : "different", reasons, data };
}

function skipped(reason: string): Comparison {
  return { outcome: "not comparable", reasons: [reason], data: [] };
}

function different(reasons: readonly string[]): Comparison {
  return { outcome: "different", reasons, data: [] };
}

/** Returns why another status says nothing about the emulator. */
function whyNotComparable({ request, response }: RecordedExchange, status: number, unknownIds: readonly string[]): string | undefined {
  if (response.status >= 400) return undefined;
  if (status === 401) return "the emulator has no credential for it";
  if ((status === 404 || status === 403) && unknownIds.length > 0) return "no response before it has its id: record the list, too";
  if (status === 400 && /masked-\d/.test(JSON.stringify([request.query, request.body]))) return "it sends a secret, which is not recorded";
  return undefined;
}

function headerDifferences({ response }: RecordedExchange, { headers }: EmulatorResponse, { operation }: FoundOperation): readonly string[] {
  const [server, emulator] = [response.headers["content-type"], headers["content-type"]];
  const types = [server, emulator].map((type) => (type === undefined ? "no media type" : essenceOf(type)));
  const named = (responseOf(operation, response.status)?.headers ?? []).filter(({ name }) => name !== "content-length" && name !== "content-type");
  const oneSided = named.flatMap(({ name }) => {
    if ((response.headers[name] === undefined) === (headers[name] === undefined)) return [];
    return [`header ${name} only of the ${headers[name] === undefined ? "server" : "emulator"}`];
  });
  return [...(types[0] === types[1] ? [] : [`${types[0]}; the emulator returns ${types[1]}`]), ...oneSided];
}

function bodyDifferences({ response: { body } }: RecordedExchange, actual: EmulatorResponse, ours: unknown): readonly string[] {
  const [server, emulator] = [body === undefined ? "no body" : "a body", actual.body === undefined ? "no body" : "a body"];
  if (server !== emulator) return [`${server}; the emulator returns ${emulator}`];
  return ours !== undefined && body !== undefined && "bytes" in body ? [`the body: ${body.because}`] : [];
}

function bodyOf({ headers, body }: EmulatorResponse): unknown {
  if (body === undefined || !isJson(headers["content-type"] ?? "")) return undefined;
  const parsed = parseJson(typeof body === "string" ? body : new TextDecoder().decode(body));
  return "value" in parsed ? parsed.value : undefined;
}

/** Compares properties inside objects of both sides: optional ones depend on the data. */
function dataDifferences(recorded: unknown, ours: unknown): readonly string[] {
  const [server, emulator] = [shapeOf(recorded), shapeOf(ours)];
  const only = (one: typeof server, other: typeof server, who: string): readonly string[] =>
    [...one.keys()]
      .filter((pointer) => !other.has(pointer) && other.has(pointer.slice(0, pointer.lastIndexOf("/"))))
      .map((pointer) => `${pointer} only of the ${who}`);
  return [...only(server, emulator, "server"), ...only(emulator, server, "emulator")];
}
