// @ts-check
import { act, make } from "./dom.js";
import { ask } from "./server.js";

/** @typedef {import("../src/lib/core/log/recorded-request.ts").RecordedRequest} RecordedRequest */

const STAGES = {
  route: "no operation has this method and path",
  authentication: "the credentials are missing, invalid or expired",
  scopes: "the token lacks a scope",
  request: "the request does not match the contract",
  handler: "the operation itself",
};

/**
 * Returns what is known about a request, with masked secrets and a button that shows them.
 *
 * @param {RecordedRequest} request
 */
export function showDetail(request) {
  const detail = make("div", { className: "detail" });
  let isMasked = true;
  const show = (/** @type {RecordedRequest} */ shown) => {
    const button = make("button", { type: "button", "aria-pressed": String(!isMasked) }, isMasked ? "Show secrets" : "Hide secrets");
    button.addEventListener("click", () => {
      void act(async () => {
        isMasked = !isMasked;
        show(isMasked ? request : await ask("GET", `/requests/${request.sequence}`));
        detail.querySelector("button")?.focus();
      });
    });
    detail.replaceChildren(factsOf(shown), bodiesOf(shown), button);
  };
  show(request);
  return detail;
}

/** @param {RecordedRequest} request */
function factsOf({ sequence, at, service, path, query, actor, token, rejectedBy, issues, fault, unusedInput, isExample }) {
  /** @type {readonly (readonly [string, string | undefined])[]} */
  const facts = [
    ["Request", `${sequence}, ${service}, ${at}`],
    ["Path", path],
    ["Query", query],
    ["Caller", actor],
    ["Token", token],
    ["Rejected by", rejectedBy && `${rejectedBy}: ${STAGES[rejectedBy]}`],
    ["Fault", fault],
    ["Example", isExample ? "the response is an example of the contract" : undefined],
  ];
  const given = facts.filter(([, value]) => value !== undefined && value !== "").flatMap(([name, value]) => pair(name, value ?? ""));
  return make("dl", {}, ...given, ...listed("Because", issues), ...listed("Not read", unusedInput));
}

/** @param {string} name @param {readonly string[]} values */
function listed(name, values) {
  return values.length === 0 ? [] : pair(name, make("span", {}, ...values.flatMap((value) => [make("code", {}, value), make("br")])));
}

/** @param {string} name @param {Node | string} value */
function pair(name, value) {
  return [make("dt", {}, name), make("dd", {}, value)];
}

/** @param {RecordedRequest} request */
function bodiesOf({ requestBody, responseBody }) {
  return make("div", { className: "bodies" }, bodyOf("Request body", requestBody), bodyOf("Response body", responseBody));
}

/** @param {string} title @param {unknown} value */
function bodyOf(title, value) {
  return make("div", {}, make("h3", {}, title), make("pre", { tabIndex: 0, role: "group", "aria-label": title }, textOf(value)));
}

/** @param {unknown} body */
export function textOf(body) {
  if (body === undefined) return "none";
  return typeof body === "string" ? body : JSON.stringify(body, undefined, 2);
}
