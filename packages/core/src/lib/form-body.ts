import { join, refuseInput } from "./refuse-input.ts";

/** The part of clients that send forms: writes a body as one. A member without a value is left out: it would arrive as the word "undefined" (WHATWG URL §5.2). */
export function formBody(operationId: string, body: unknown): string {
  if (typeof body !== "object" || Array.isArray(body)) refuseInput(operationId, "body", "must be an object", body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined || value === null) continue;
    if (typeof value === "object") refuseInput(operationId, join("body", name), "must be a text, a number or a boolean", value);
    form.append(name, String(value));
  }
  return form.toString();
}
