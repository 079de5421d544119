import { answers, answersJson, type Behaviour, cuts, floods, hangsUp, type Message, stalls } from "@keywright/tool-torture";

/** What a page of another origin needs to read an answer. `*` does not stand for `authorization` in a preflight. */
export const CORS: NonNullable<Message["headers"]> = [
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", "*"],
];

/**
 * The answer to a browser that asks whether it may send a request. It ends its connection, because Chromium by itself sends any request again, a write too, where a
 * connection that it has kept ends without an answer: no client can see that, nor prevent it.
 */
export const preflight: Behaviour = answers({
  status: 204,
  headers: [
    ...CORS,
    ["access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE"],
    ["access-control-allow-headers", "authorization, content-type"],
    ["access-control-max-age", "0"],
  ],
  framing: "close",
});

/** What the good answer to any request is. */
const GOOD = {
  id: "u32zhgb7j43k2omdbw7g2jcgsk",
  title: "Grüße",
  vault: { id: "iihcwjkpp63v2nsmo436sdbeuu" },
  category: "LOGIN",
  fields: [{ id: "password", type: "CONCEALED", value: "opensesame" }],
};
const BODY = new TextEncoder().encode(JSON.stringify({ ...GOOD, notes: "x".repeat(500) }));
const HALF = Math.floor(BODY.length / 2);
const FILE_TYPE = "application/octet-stream";

const good = json(GOOD);
const unavailable = json({ status: 503, message: "later" }, 503);

/** What happens to the requests of a test, by its name: one behaviour for each in their order; the last one stays. */
export const SCENARIOS = {
  good: [good],
  "unavailable once": [unavailable, good],
  "unavailable twice": [unavailable, unavailable, good],
  unavailable: [unavailable],
  "throttled for a second": [json({}, 429, [["retry-after", "1"]]), good],
  "throttled for an hour": [json({}, 429, [["retry-after", "3600"]])],
  "reset once": [hangsUp("reset"), good],
  reset: [hangsUp("reset")],
  stall: [stalls("nothing")],
  "stall in the body": [stalls("half the body", JSON.stringify(GOOD), CORS)],
  "login page": [answers({ headers: [["content-type", "text/html"], ...CORS], body: "<html>Sign in" })],
  "cut length": [cuts("length, FIN", BODY, HALF, "application/json", CORS)],
  "cut chunk": [cuts("chunk, FIN", BODY, HALF, "application/json", CORS)],
  "cut without a length": [cuts("close-delimited", BODY, HALF, "application/json", CORS)],
  "cut once": [cuts("length, FIN", BODY, HALF, "application/json", CORS), good],
  "cut file": [cuts("length, FIN", BODY, HALF, FILE_TYPE, CORS)],
  "whole file": [answers({ headers: [["content-type", FILE_TYPE], ...CORS], body: BODY })],
  redirect: [answers({ status: 307, headers: [["location", "/elsewhere"], ...CORS] })],
  "invalid UTF-8": [answers({ headers: [["content-type", "application/json"], ...CORS], body: Buffer.from('{"a":"\xff"}', "latin1") })],
  flood: [floods(256 * 1024 * 1024, { headers: [["content-type", "application/json"], ...CORS] })],
  refusal: [json({ title: "Refused", status: 403, detail: "it may not", extensions: { traceId: "trace-1" } }, 403)],
  "token refused once": [json({ error: "invalid_token" }, 401, [["www-authenticate", 'Bearer error="invalid_token"']]), good],
  "foreign next": [json({ results: [{ id: "1" }], next: "http://localhost:1/api/audit/v1/logs?after=second" })],
} satisfies { readonly [scenario: string]: readonly Behaviour[] };

/** The name of a scenario. */
export type ScenarioName = keyof typeof SCENARIOS;

function json(body: unknown, status = 200, headers: Message["headers"] = []): Behaviour {
  return answersJson(body, status, [...CORS, ...headers]);
}
