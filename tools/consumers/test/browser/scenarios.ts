import { sendsMessage, sendsJson, type Behaviour, cuts, floods, hangsUp, type Message, stalls } from "@keywright/tool-torture";

/** Headers with which a page of another origin can read a response. In a preflight, `*` does not include `authorization`. */
export const CORS: NonNullable<Message["headers"]> = [
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", "*"],
];

/**
 * The response to a preflight request. It ends its connection, because Chromium resends any request, even a write, if a kept connection
 * ends without a response. No client can detect or prevent that.
 */
export const preflight: Behaviour = sendsMessage({
  status: 204,
  headers: [
    ...CORS,
    ["access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE"],
    ["access-control-allow-headers", "authorization, content-type"],
    ["access-control-max-age", "0"],
  ],
  framing: "close",
});

/** The body of a success. */
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

const good = sendsJson(GOOD, 200, CORS);

/** The behaviors for the requests of a test, in their order, by the name of the scenario. The last one repeats. */
export const SCENARIOS = {
  good: [good],
  "throttled for a second": [sendsJson({}, 429, [...CORS, ["retry-after", "1"]]), good],
  "reset once": [hangsUp("reset"), good],
  reset: [hangsUp("reset")],
  stall: [stalls("nothing")],
  "stall in the body": [stalls("half the body", JSON.stringify(GOOD), CORS)],
  "cut length": [cuts("length, FIN", BODY, HALF, "application/json", CORS)],
  "cut chunk": [cuts("chunk, FIN", BODY, HALF, "application/json", CORS)],
  "cut without a length": [cuts("close-delimited", BODY, HALF, "application/json", CORS)],
  "cut once": [cuts("length, FIN", BODY, HALF, "application/json", CORS), good],
  "cut file": [cuts("length, FIN", BODY, HALF, FILE_TYPE, CORS)],
  "whole file": [sendsMessage({ headers: [["content-type", FILE_TYPE], ...CORS], body: BODY })],
  redirect: [sendsMessage({ status: 307, headers: [["location", "/elsewhere"], ...CORS] })],
  "invalid UTF-8": [sendsMessage({ headers: [["content-type", "application/json"], ...CORS], body: Buffer.from('{"a":"\xff"}', "latin1") })],
  flood: [floods(256 * 1024 * 1024, { headers: [["content-type", "application/json"], ...CORS] })],
} satisfies { readonly [scenario: string]: readonly Behaviour[] };

/** The name of a scenario. */
export type ScenarioName = keyof typeof SCENARIOS;
