// @ts-check

/** @typedef {Node | string | undefined | false} Child */

/**
 * Creates an element. `role` and names with a dash are attributes, all others are properties. Text is never read as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{ readonly [name: string]: unknown }} [properties]
 * @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.includes("-") || name === "role") element.setAttribute(name, String(value));
    else Object.assign(element, { [name]: value });
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/**
 * Returns the element with an id, which index.html has.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (element === null || (type !== undefined && !(element instanceof type))) throw new Error(`index.html has no ${id}`);
  return /** @type {T} */ (element);
}

/**
 * Returns a control of a form by its name.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * Returns the values of a form that are not empty.
 *
 * @param {HTMLFormElement} form
 * @returns {{ [name: string]: string }}
 */
export function valuesOf(form) {
  const entries = [...new FormData(form)].filter(([, value]) => value !== "").map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries);
}

/**
 * Replaces the options of a list and keeps the choice if it is still there.
 *
 * @param {HTMLElement} list
 * @param {readonly (readonly [value: string, label: string])[]} options
 */
export function setOptions(list, options) {
  const select = /** @type {HTMLSelectElement} */ (list);
  const { value } = select;
  if (options.map(([own, label]) => `${own} ${label}`).join() === [...select.options].map((own) => `${own.value} ${own.label}`).join()) return;
  select.replaceChildren(...options.map(([own, label]) => make("option", { value: own }, label)));
  if (options.some(([own]) => own === value)) select.value = value;
}

/**
 * Fills a table: a head, and a row of cells for each entry.
 *
 * @param {HTMLElement} table
 * @param {readonly string[]} titles
 * @param {readonly (readonly (Child | HTMLTableCellElement)[])[]} rows
 * @param {string} empty What to show if there are no rows.
 */
export function fillTable(table, titles, rows, empty) {
  const head = make("thead", {}, make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title || make("span", { className: "sr" }, "Actions")))));
  const lines = rows.map((cells) => make("tr", {}, ...cells.map((cell) => make("td", {}, cell))));
  const none = make("tr", {}, make("td", { colSpan: titles.length || 1, className: "whole" }, empty));
  const buttons = () => [...table.querySelectorAll("button")];
  const focused = buttons().findIndex((button) => button === document.activeElement);
  table.replaceChildren(...(rows.length > 0 ? [head] : []), make("tbody", {}, ...(lines.length > 0 ? lines : [none])));
  // The same place keeps the focus, also if its row is gone.
  if (focused >= 0) (buttons()[focused] ?? buttons().at(-1) ?? table.parentElement)?.focus();
}

/**
 * Shows the result of an action, which screen readers read out.
 *
 * @param {string} text
 * @param {boolean} [isError]
 */
export function say(text, isError = false) {
  const message = byId("message");
  message.textContent = text;
  message.classList.toggle("error", isError);
}

/**
 * Calls an action of the user and shows its result or its error.
 *
 * @param {() => Promise<string | void>} action
 */
export async function act(action) {
  try {
    say((await action()) ?? "");
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}

/**
 * Calls an action when a button is pressed or a form is sent.
 *
 * @param {HTMLElement} element
 * @param {() => Promise<string | void>} action
 */
export function on(element, action) {
  element.addEventListener(element instanceof HTMLFormElement ? "submit" : "click", (event) => {
    event.preventDefault();
    void act(action);
  });
}
