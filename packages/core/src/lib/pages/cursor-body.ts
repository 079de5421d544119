import type { Input } from "../check-input.ts";
import type { Operation } from "../operation.ts";
import { refuseInput, refuseName } from "../refuse-input.ts";
import { itemsOf, malformed, missing, objectOf, type PageReader } from "./page-reader.ts";

/** Reads pages with a cursor and whether there is more. The cursor alone is the body of the next request. */
export const cursorBodyPages: PageReader<"cursor-body"> = (operation, names) => ({
  parameter: names.cursor,
  checkInput: (start) => checkStart(operation, names.cursor, start),
  read(response) {
    const page = objectOf(operation, response);
    const cursor = page[names.cursor];
    const more = page[names.more];
    if (typeof cursor !== "string" || cursor === "") throw missing(operation, `a string in ${names.cursor}`);
    if (typeof more !== "boolean") throw malformed(operation, response, `out a true or false in ${names.more}`);
    return { items: itemsOf(operation, response, page[names.items]), resumeAt: cursor, done: !more };
  },
});

/** A position that was lost on its way would start the list anew in silence, and so would one under a misspelt name. */
function checkStart({ id, body }: Operation, cursor: string, start: Input): void {
  const known = [...new Set((body?.exclusive ?? []).flat())];
  const unknown = known.length === 0 ? undefined : Object.keys(start).find((name) => !known.includes(name));
  if (unknown !== undefined) refuseName(id, unknown, known, start[unknown]);
  if (Object.hasOwn(start, cursor) && (start[cursor] === undefined || start[cursor] === null)) {
    refuseInput(id, cursor, "must be the position of an earlier page; leave it out to start without one", start[cursor]);
  }
}
