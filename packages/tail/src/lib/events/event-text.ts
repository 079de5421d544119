import { elementTexts } from "./json-text.ts";

/** The text of each parsed event. */
const texts = new WeakMap<object, string>();

/**
 * Returns a parser of pages that keeps the text of each event, because `JSON.parse` rounds numbers.
 *
 * @param items The property of a page that contains its events.
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

/** Returns the text of an event as the service wrote it, on one line. */
export function textOf(event: object): string {
  const text = texts.get(event);
  if (text === undefined) throw new Error("defect of keywright-tail: the text of an event is not known");
  return text;
}
