import { gzipSync } from "node:zlib";
import { SENTINELS } from "./secrets.ts";
import {
  sendsMessage,
  sendsJson,
  type Behaviour,
  cuts,
  CUTS,
  hangsUp,
  head,
  JSON_TYPE,
  type Message,
  type ReceivedRequest,
  sends,
  stalls,
} from "@keywright/tool-torture";

/** Makes a behavior out of what came in, with all its secrets. */
export type Echo = (request: ReceivedRequest) => Behaviour;

const HTML: Message["headers"] = [["content-type", "text/html"]];
const TEXT: Message["headers"] = [["content-type", "text/plain"]];
const STATUSES = [300, 302, 400, 401, 403, 404, 409, 413, 429, 500, 503] as const;

/** Ways in which a server, or what stands before it, shows a client its own secrets: in every place of an answer where a client might read. */
export const ECHOES: { readonly [name: string]: Echo } = {
  "nothing, RST": () => hangsUp("reset"),
  "nothing, FIN": () => hangsUp("finish"),
  "nothing, ever": () => stalls("nothing"),
  ...Object.fromEntries(
    STATUSES.flatMap((status) => [
      [`${status}, problem details`, (request: ReceivedRequest) => sendsJson(problem(request, status), status)],
      [`${status}, a message`, (request: ReceivedRequest) => sendsJson({ status, message: shown(request) }, status)],
      [`${status}, OAuth`, (request: ReceivedRequest) => sendsJson({ error: shown(request), error_description: `bad: ${shown(request)}` }, status)],
      [`${status}, a page`, (request: ReceivedRequest) => sendsMessage({ status, headers: HTML, body: `<html>${shown(request)}` })],
      [`${status}, in headers`, (request: ReceivedRequest) => sendsMessage({ status, headers: inHeaders(request), body: "" })],
    ]),
  ),
  "a page": (request) => sendsMessage({ headers: HTML, body: `<html>${shown(request)}` }),
  "a page whose excerpt ends in a secret": (request) => sendsMessage({ headers: HTML, body: `${"a page ".repeat(145)}${shown(request)}` }),
  "plain text": (request) => sendsMessage({ headers: TEXT, body: shown(request) }),
  "a media type that is a secret": (request) => sendsMessage({ headers: [["content-type", `text/${secretOf(request)}`]], body: "{}" }),
  "no JSON": (request) => sendsMessage({ headers: [JSON_TYPE], body: shown(request) }),
  "no JSON behind a bracket": (request) => sendsMessage({ headers: [JSON_TYPE], body: `[${secretOf(request)}]` }),
  "JSON that is no object": (request) => sendsJson(shown(request)),
  "JSON with properties of the wrong kind": (request) =>
    sendsJson({ items: shown(request), results: shown(request), cursor: { at: shown(request) }, has_more: shown(request), next: shown(request) }),
  "positions that lead nowhere": (request) =>
    sendsJson({ items: [], results: [], cursor: "", has_more: true, next: `http://service.example/?after=${encodeURIComponent(secretOf(request))}` }),
  "the position that was asked for": () =>
    sendsJson({ items: [{ id: "1" }], results: [{ id: "1" }], cursor: SENTINELS.cursor, has_more: true, next: `?after=${SENTINELS.cursor}` }),
  "invalid UTF-8": (request) => sendsMessage({ headers: [JSON_TYPE], body: Buffer.from(`{"a":"${shown(request)}\xff"}`, "latin1") }),
  "a status line": (request) => sends(`HTTP/1.1 ${secretOf(request)} ${secretOf(request)}\r\n\r\n`, "finish"),
  "a reason": (request) => sends(`HTTP/1.1 500 ${secretOf(request)}\r\ncontent-length: 0\r\n\r\n`),
  "no HTTP": (request) => sends(`${shown(request)}\r\n\r\n`, "finish"),
  "a header without a colon": (request) => sends(`HTTP/1.1 200 OK\r\n${secretOf(request)}\r\n\r\n`, "finish"),
  "a chunk's size": (request) => sends(`${head(200, [JSON_TYPE, ["transfer-encoding", "chunked"]])}${secretOf(request)}\r\n`, "finish"),
  "a content encoding": (request) => sendsMessage({ headers: [JSON_TYPE, ["content-encoding", secretOf(request)]], body: "{}" }),
  "corrupt gzip": (request) => sendsMessage({ headers: [JSON_TYPE, ["content-encoding", "gzip"]], body: shown(request) }),
  "gzip of no JSON": (request) => sendsMessage({ headers: [JSON_TYPE, ["content-encoding", "gzip"]], body: gzipSync(shown(request)) }),
  ...Object.fromEntries(CUTS.map((cut) => [`cut off: ${cut}`, (request: ReceivedRequest) => cutOff(cut, request)])),
};

function cutOff(cut: (typeof CUTS)[number], request: ReceivedRequest): Behaviour {
  const body = Buffer.from(JSON.stringify({ title: shown(request), more: "x".repeat(100) }));
  return cuts(cut, body, body.length - 50, "application/json");
}

/** All that is secret in a request, as it came, decoded and quoted. */
export function shown({ headers, body, target }: ReceivedRequest): string {
  const authorization = headers["authorization"] ?? "";
  const basic = Buffer.from(authorization.replace(/^\w+ /, ""), "base64").toString("utf8");
  return `authorization: ${authorization}; ${basic.includes(":") ? basic : ""}; target ${target}; body ${body}; ${decodeURIComponent(body.replaceAll("+", " ").replaceAll(/%(?![\da-f]{2})/gi, "%25"))}; ${secretOf({ headers })}`;
}

/** The credential alone. */
export function secretOf({ headers }: Pick<ReceivedRequest, "headers">): string {
  return (headers["authorization"] ?? "").replace(/^\w+ /, "");
}

function problem(request: ReceivedRequest, status: number): object {
  const text = shown(request);
  return {
    type: text,
    title: text,
    status,
    detail: text,
    instance: text,
    traceId: secretOf(request),
    extensions: { traceId: text },
    errors: { [secretOf(request)]: [text], field: text, nested: { text } },
  };
}

function inHeaders(request: ReceivedRequest): NonNullable<Message["headers"]> {
  const secret = secretOf(request);
  return [
    ["www-authenticate", `Bearer realm="${secret}", error="invalid_token", error_description="${secret}"`],
    ["location", `http://service.example/?token=${encodeURIComponent(secret)}`],
    ["retry-after", secret],
    ["x-request-id", secret],
  ];
}
