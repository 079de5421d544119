import { rejectInput, rejectName } from "../call/request/check-input.ts";
import type { Operation } from "../contract.ts";
import { isNumeric, itemsOf, malformed, missing, nameOf, objectOf, valueAt } from "./page-parts.ts";
import type { PageStyle, Input } from "../pipeline.ts";

/** Reads pages with a cursor and a flag for more. The next request body has only the cursor. */
export const cursorBodyPages: PageStyle<"cursor-body"> = (operation, names) => ({
  parameter: names.cursor,
  checkInput: (start) => checkStart(operation, names.cursor, start),
  read(response) {
    const page = objectOf(operation, response);
    const cursor = page[names.cursor];
    const more = valueAt(page, names.more);
    if (typeof cursor !== "string" || cursor === "") throw missing(operation, `a string in ${names.cursor}`);
    if (typeof more !== "boolean") throw malformed(operation, response, `a page without a boolean in ${nameOf(names.more)}`);
    return { items: itemsOf(operation, response, valueAt(page, names.items)), resumeAt: cursor, done: !more };
  },
});

/** Checks the start: a missing value or a misspelled name would silently restart the list. */
function checkStart({ id, body }: Operation, cursor: string, start: Input): void {
  const known = [...new Set((body?.exclusive ?? []).flat())];
  const unknown = known.length === 0 ? undefined : Object.keys(start).find((name) => !known.includes(name));
  if (unknown !== undefined) rejectName(id, unknown, known, start[unknown]);
  if (Object.hasOwn(start, cursor) && (start[cursor] === undefined || start[cursor] === null)) {
    rejectInput(id, cursor, "must be the position of an earlier page; omit it to start without one", start[cursor]);
  }
}

/** Reads pages with a cursor for a query parameter; the last page has none, or an empty one. */
export const cursorQueryPages: PageStyle<"cursor-query"> = (operation, names) => ({
  parameter: names.cursor,
  read(response, position) {
    const page = objectOf(operation, response);
    const items = itemsOf(operation, response, valueAt(page, names.items));
    const next = valueAt(page, names.next) ?? "";
    if (next === "") return { items, resumeAt: position, done: true };
    const kind = isNumeric(operation, names.cursor) ? "number" : "string";
    if (typeof next !== kind) throw missing(operation, `a ${kind} in ${nameOf(names.next)}`);
    return { items, resumeAt: next, done: false };
  },
});
