import type { HttpRequest } from "../../http.ts";

/** Whether the body of a request is a stream, which can only be sent once. */
export function isSentOnce({ body }: HttpRequest): boolean {
  return (body as Partial<ReadableStream> | undefined)?.getReader !== undefined;
}
