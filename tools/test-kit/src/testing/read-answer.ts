import { type DocumentedAnswer, streamOf } from "./contract-examples.ts";

/** What of a success response in an operation table's row decides what a method gives. */
export interface SuccessShape {
  readonly response: { readonly status?: number | undefined; readonly type: string; readonly mediaType?: string | undefined };
  readonly int64?: unknown;
}

/** A row with its success responses. */
export interface AnswerShape extends SuccessShape {
  readonly alternatives?: readonly SuccessShape[] | undefined;
}

/** The success response of a row that a documented answer is; `undefined` for a failure. */
export function successOf(row: AnswerShape, { status, mediaType }: DocumentedAnswer): SuccessShape | undefined {
  if (status >= 400) return undefined;
  const ofStatus = (row.alternatives ?? [row]).filter(({ response }) => (response.status ?? status) === status);
  return ofStatus.find(({ response }) => response.mediaType === mediaType) ?? ofStatus[0];
}

/** What a method of `raw` gives as the body: of several success responses, the one that came has it. */
export function bodyOf({ alternatives }: AnswerShape, body: unknown): unknown {
  return alternatives === undefined ? body : (body as { readonly body: unknown }).body;
}

/** The items of a stream; of an event, its data. */
export async function itemsOf(stream: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream as AsyncIterable<unknown>) items.push(isEvent(item) ? item.data : item);
  return items;
}

/** The items that the example of a stream shows: itself, or those in its text; `undefined` for an answer that is no stream. */
export function documentedItems({ mediaType, body }: DocumentedAnswer): unknown[] | undefined {
  const type = streamOf(mediaType ?? "");
  if (type === undefined) return undefined;
  if (typeof body !== "string") return [body];
  if (type !== "events")
    return body
      .replaceAll("\u001e", "\n")
      .split("\n")
      .flatMap((line) => (line.trim() === "" ? [] : [parsed(line)]));
  const events = body.split(/\r?\n\r?\n/).map((event) => event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []));
  return events.flatMap((data) => (data.length === 0 ? [] : [parsed(data.join("\n"))]));
}

function isEvent(item: unknown): item is { readonly data: unknown } {
  return typeof item === "object" && item !== null && "event" in item && "data" in item;
}

/** A text as JSON, if it is that. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
