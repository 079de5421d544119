import { type DocumentedResponse, streamOf } from "./contract/contract-examples.ts";

/** The properties of a success response that determine the value of a method. */
export interface SuccessShape {
  readonly response: { readonly status?: number | undefined; readonly type: string; readonly mediaType?: string | undefined };
  readonly int64?: unknown;
}

export interface AnswerShape extends SuccessShape {
  readonly alternatives?: readonly SuccessShape[] | undefined;
}

/** The success response of an operation for a documented response; `undefined` for an error. */
export function successOf(row: AnswerShape, { status, mediaType }: DocumentedResponse): SuccessShape | undefined {
  if (status >= 400) return undefined;
  const ofStatus = (row.alternatives ?? [row]).filter(({ response }) => (response.status ?? status) === status);
  return ofStatus.find(({ response }) => response.mediaType === mediaType) ?? ofStatus[0];
}

/** The body of a `raw` method's result, also if the operation has several success responses. */
export function bodyOf({ alternatives }: AnswerShape, body: unknown): unknown {
  return alternatives === undefined ? body : (body as { readonly body: unknown }).body;
}

/** Returns the items of a stream; for events, their data. */
export async function itemsOf(stream: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream as AsyncIterable<unknown>) items.push(isEvent(item) ? item.data : item);
  return items;
}

/** Returns the items of a stream's example or its text; `undefined` for any other response. */
export function documentedItems({ mediaType, body }: DocumentedResponse): unknown[] | undefined {
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

/** Returns the value of a text that is JSON, or else the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
