import { elementTexts } from "./json-text.ts";

/** The text of each event that was parsed, for as long as the event is there. */
const texts = new WeakMap<object, string>();

/**
 * Makes the parser of a stream's pages, which remembers how each event was written: `JSON.parse` alone rounds numbers, and their digits would be lost.
 *
 * @param items The property of a page that has its events.
 */
export function pageParser(items: string): (text: string) => unknown {
  return (text) => {
    const page: unknown = JSON.parse(text);
    const events: unknown = Reflect.get(Object(page), items);
    if (!Array.isArray(events)) return page;
    for (const [index, eventText] of elementTexts(text, items).entries()) {
      const event: unknown = events[index];
      if (typeof event === "object" && event !== null) texts.set(event, eventText);
    }
    return page;
  };
}

/** The text of an event as the service wrote it, on one line. */
export function textOf(event: object): string {
  const text = texts.get(event);
  if (text === undefined) throw new Error("the text of this event is not known, which is a defect of keywright-tail");
  return text;
}
