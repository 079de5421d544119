// @ts-check
import { act, byId, field, fillTable, make, on, setOptions } from "./dom.js";
import { textOf } from "./request-detail.js";
import { ask, pathOf } from "./server.js";

/** @typedef {{ readonly name: string, readonly collections: readonly { readonly name: string, readonly count: number }[] }} Service */

const PAGE = 50;
const MOST_COLUMNS = 8;

const form = byId("state").querySelector("form") ?? make("form");
let [service, collection] = ["", ""];
let from = 0;
let total = 0;
let asked = 0;

/** Prepares the view. */
export function startState() {
  form.addEventListener("submit", (event) => event.preventDefault());
  field(form, "text").addEventListener("input", () => {
    from = 0;
    void act(showEntries);
  });
  field(form, "collection").addEventListener("change", () => {
    location.hash = `state/${field(form, "collection").value}`;
  });
  on(byId("previous"), () => turn(-PAGE));
  on(byId("next"), () => turn(PAGE));
}

/** @param {number} by */
function turn(by) {
  from = Math.max(0, from + by);
  return showEntries();
}

/** Shows a collection of a service. @param {readonly string[]} names */
export async function showState([otherService, otherCollection]) {
  const isOther = otherService !== undefined && (otherService !== service || otherCollection !== collection);
  // Before the first request, so that nothing is lost of what the person writes while it runs.
  if (isOther) [service, collection, from, field(form, "text").value] = [otherService, otherCollection ?? "", 0, ""];
  const { services } = /** @type {{ services: readonly Service[] }} */ (await ask("GET", "/state"));
  const largest = services[0]?.collections[0];
  if (service === "") [service, collection] = [services[0]?.name ?? "", largest?.name ?? ""];
  const places = services.flatMap(({ name, collections }) => collections.map((each) => ({ ...each, service: name, hash: `${name}/${each.name}` })));
  setOptions(
    field(form, "collection"),
    places.map(({ hash, name, count, service: of }) => [hash, `${of}: ${name} (${count})`]),
  );
  field(form, "collection").value = `${service}/${collection}`;
  byId("collections").replaceChildren(...services.flatMap(linksOf));
  await showEntries();
}

/** @param {Service} service */
function linksOf({ name, collections }) {
  const links = collections.map((each) => {
    const isShown = name === service && each.name === collection;
    return make(
      "a",
      { href: `#state/${name}/${each.name}`, "aria-current": isShown ? "page" : undefined },
      each.name,
      make("span", {}, each.count.toLocaleString("en")),
    );
  });
  return [make("h3", {}, name), ...links];
}

async function showEntries() {
  asked += 1;
  const current = asked;
  const query = { from, limit: PAGE, text: field(form, "text").value };
  const found = await ask("GET", pathOf(["state", service, collection], query));
  if (current !== asked) return;
  ({ total } = found);
  const rows = /** @type {readonly { readonly [name: string]: unknown }[]} */ (found.rows);
  const flat = rows.map(flattened);
  const titles = columnsOf(flat);
  const [first = "", ...others] = titles;
  const cells = flat.map((row, index) => [
    openButton(shortOf(row[first]) || String(from + index + 1), rows[index]),
    ...others.map((name) => shortOf(row[name])),
  ]);
  fillTable(byId("entries"), titles, cells, field(form, "text").value === "" ? "This collection is empty." : "No entry has this text.");
  byId("entry-range").textContent = total === 0 ? "" : `${from + 1} to ${from + rows.length} of ${total.toLocaleString("en")}`;
  byId("previous", HTMLButtonElement).disabled = from === 0;
  byId("next", HTMLButtonElement).disabled = from + rows.length >= total;
}

/** A button that shows the whole entry below its row. @param {string} label @param {unknown} entry */
function openButton(label, entry) {
  const button = make("button", { type: "button", className: "open", "aria-expanded": "false" }, label);
  button.addEventListener("click", () => {
    const row = button.closest("tr");
    const isOpen = button.getAttribute("aria-expanded") === "true";
    if (isOpen) row?.nextElementSibling?.remove();
    else
      row?.after(
        make(
          "tr",
          {},
          make(
            "td",
            { colSpan: row.cells.length, className: "whole" },
            make("pre", { tabIndex: 0, role: "group", "aria-label": `Entry ${label}` }, textOf(entry)),
          ),
        ),
      );
    button.setAttribute("aria-expanded", String(!isOpen));
  });
  return button;
}

/** Returns an entry whose objects are replaced by their properties, one level deep. @param {{ readonly [name: string]: unknown }} entry */
function flattened(entry) {
  const pairs = Object.entries(entry).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, own]) => /** @type {const} */ ([inner in entry ? `${name}.${inner}` : inner, own]))
      : [/** @type {const} */ ([name, value])],
  );
  return /** @type {{ readonly [name: string]: unknown }} */ (Object.fromEntries(pairs));
}

/** Returns the properties that most entries have; generated ids last, because people look for names. @param {readonly { readonly [name: string]: unknown }[]} rows */
function columnsOf(rows) {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const valuesOf = (/** @type {string} */ name) => rows.map((row) => row[name]).filter((value) => value !== undefined);
  const isGenerated = (/** @type {string} */ name) => valuesOf(name).every((value) => /^[\da-z-]{20,}$/i.test(String(value)));
  const rank = (/** @type {string} */ name) => (isGenerated(name) ? rows.length : 0) - valuesOf(name).length;
  const [first = "", ...others] = names.sort((one, other) => rank(one) - rank(other)).slice(0, MOST_COLUMNS);
  // What distinguishes the entries is read first.
  const variety = (/** @type {string} */ name) => (isGenerated(name) ? 0 : new Set(valuesOf(name).map(String)).size);
  const best = others.reduce((found, name) => (variety(name) > variety(found) ? name : found), first);
  return first === "" ? [] : [...new Set([best, first, ...others])];
}

/** @param {unknown} value */
function shortOf(value) {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value))
    return value.every((each) => typeof each !== "object") ? value.join(", ") : value.length === 1 ? "1 entry" : `${value.length} entries`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
