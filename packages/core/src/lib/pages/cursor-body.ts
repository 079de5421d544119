import { itemsOf, malformed, missing, objectOf, type PageReader } from "./page-reader.ts";

/** Reads pages with a cursor and whether there is more. The cursor alone is the body of the next request. */
export const cursorBodyPages: PageReader<"cursor-body"> = (operation, names) => ({
  parameter: names.cursor,
  read(response) {
    const page = objectOf(operation, response);
    const cursor = page[names.cursor];
    const more = page[names.more];
    if (typeof cursor !== "string" || cursor === "") throw missing(operation, `a string in ${names.cursor}`);
    if (typeof more !== "boolean") throw malformed(operation, response, `out a true or false in ${names.more}`);
    return { items: itemsOf(operation, response, page[names.items]), resumeAt: cursor, done: !more };
  },
});
