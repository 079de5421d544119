// @ts-check
import { byId, field, make, on, setOptions } from "./dom.js";
import { showDetail } from "./request-detail.js";
import { ask } from "./server.js";

/** @typedef {import("../src/lib/core/log/recorded-request.ts").RecordedRequest} RecordedRequest */

const MOST_SHOWN = 1000;

/** @type {{ readonly request: RecordedRequest, readonly text: string, readonly item: HTMLLIElement }[]} */
let entries = [];
/** @type {RecordedRequest[] | undefined} Requests that arrived while the list is paused. */
let held;

const form = byId("requests").querySelector("form") ?? make("form");
const list = byId("request-list");
const pause = byId("pause");

/** Prepares the view. @param {readonly { readonly name: string, readonly baseUrl: string }[]} services */
export function startRequests(services) {
  setOptions(field(form, "service"), [["", "all"], ...services.map(({ name }) => /** @type {const} */ ([name, name]))]);
  byId("addresses").replaceChildren(...services.map(({ name, baseUrl }) => make("li", {}, `${name}: `, make("code", {}, baseUrl))));
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  on(pause, async () => {
    const waiting = held;
    held = waiting === undefined ? [] : undefined;
    pause.setAttribute("aria-pressed", String(held !== undefined));
    if (waiting !== undefined) addRequests(waiting);
    showHeld();
    return held === undefined ? "The list goes on." : "The list is paused. The emulator goes on.";
  });
  on(byId("clear"), async () => {
    await ask("DELETE", "/requests");
    keepRequests(0);
    return "The list is empty.";
  });
  filter();
}

/** Adds requests at their places: the newest is at the top. @param {readonly RecordedRequest[]} requests @param {boolean} isHistory Whether they are of the time before the connection. */
export function addRequests(requests, isHistory = false) {
  if (held !== undefined) {
    held = [...held, ...requests].sort((one, other) => one.sequence - other.sequence).slice(-MOST_SHOWN);
    return showHeld();
  }
  const entryOf = (/** @type {RecordedRequest} */ request) => ({
    request,
    text: textOf(request),
    item: make("li", isHistory ? {} : { className: "new" }, detailsOf(request)),
  });
  // A connection that begins again sends some a second time.
  const known = new Set(entries.map(({ request }) => request.sequence));
  const added = requests.filter(({ sequence }) => !known.has(sequence)).map(entryOf);
  entries = [...entries, ...added].sort((one, other) => one.request.sequence - other.request.sequence);
  for (const entry of added) list.insertBefore(entry.item, entries[entries.indexOf(entry) - 1]?.item ?? null);
  for (const { item } of entries.splice(0, Math.max(0, entries.length - MOST_SHOWN))) item.remove();
  filter();
}

/** Removes the requests that the emulator has forgotten. @param {number} oldest The oldest that it knows; 0 if there is none. */
export function keepRequests(oldest) {
  const isForgotten = (/** @type {RecordedRequest} */ { sequence }) => oldest === 0 || sequence < oldest;
  for (const { request, item } of entries) if (isForgotten(request)) item.remove();
  entries = entries.filter(({ request }) => !isForgotten(request));
  held = held?.filter((request) => !isForgotten(request));
  showHeld();
  filter();
}

function showHeld() {
  pause.textContent = held === undefined ? "Pause" : `Resume${held.length > 0 ? ` (${held.length} new)` : ""}`;
}

function filter() {
  const [text, service, status] = ["text", "service", "status"].map((name) => field(form, name).value.toLowerCase());
  let shown = 0;
  for (const { request, text: own, item } of entries) {
    const isShown = own.includes(text ?? "") && (service === "" || request.service === service) && hasStatus(request, status ?? "");
    item.hidden = !isShown;
    if (isShown) shown += 1;
  }
  byId("request-count").textContent = shown === entries.length ? String(shown) : `${shown} of ${entries.length}`;
  byId("no-requests").hidden = byId("addresses").hidden = entries.length > 0;
}

/** @param {RecordedRequest} request @param {string} wanted */
function hasStatus({ status, unusedInput }, wanted) {
  if (wanted === "") return true;
  return wanted === "unused" ? unusedInput.length > 0 : classOf(status) === wanted;
}

/** Returns the first digit of a status; 0 if there was no response. @param {number | undefined} status */
function classOf(status) {
  return String(Math.floor((status ?? 0) / 100));
}

/** @param {RecordedRequest} request */
function textOf({ service, method, path, query, operationId, status, actor, requestBody, responseBody, issues, unusedInput }) {
  return JSON.stringify([service, method, `${path}?${query}`, operationId, status, actor, requestBody, responseBody, issues, unusedInput]).toLowerCase();
}

/** @param {RecordedRequest} request */
function detailsOf(request) {
  const { at, method, operationId, path, query, status, durationMs, actor, token, fault, unusedInput, isExample, service } = request;
  const tags = [fault !== undefined && "fault", unusedInput.length > 0 && `${unusedInput.length} not read`, isExample && "example"].filter(
    (tag) => tag !== false,
  );
  const operation = make("span", { className: "operation" }, operationId ?? "no operation", ...tags.map((tag) => make("span", { className: "tag" }, tag)));
  const caller = [service, token, actor].filter((part) => part !== undefined).join(" · ");
  const summary = make(
    "summary",
    { className: "row" },
    make("time", { className: "at", dateTime: at }, at.slice(11, 23)),
    make("span", { className: "method" }, method),
    operation,
    make("span", { className: `status s${classOf(status)}` }, status === undefined ? "none" : String(status)),
    make("span", { className: "duration" }, `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`),
    make("span", { className: "caller", title: caller }, caller),
    make("span", { className: "path" }, `${path}${query === "" ? "" : `?${query}`}`),
  );
  const details = make("details", {}, summary);
  // Most requests are never opened.
  details.addEventListener("toggle", () => details.open && details.childElementCount === 1 && details.append(showDetail(request)));
  return details;
}
