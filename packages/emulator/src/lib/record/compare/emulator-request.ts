import type { EmulatorRequest } from "../../core/http/http.ts";
import type { RecordedExchange } from "../cassette/cassette.ts";
import { writeExact } from "../cassette/exact-json.ts";
import type { SameValues } from "./same-values.ts";

/** What an emulator says about itself: `token`, and the credentials of an application. */
export interface EmulatorFacts {
  readonly [name: string]: unknown;
}

/** Returns a request with the emulator's ids, and its credentials instead of placeholders. */
export function emulatorRequest({ request, response }: RecordedExchange, facts: EmulatorFacts, values: SameValues, origin: string): EmulatorRequest {
  const { method, path, query, body } = request;
  // A rejected credential stays a placeholder, which the emulator rejects too.
  const isAccepted = response.status !== 401;
  const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, values.translate(value)]));
  const authorization = request.headers["authorization"];
  if (authorization !== undefined && isAccepted) headers.set("authorization", ownAuthorization(authorization, facts, values));
  const text = body === undefined ? undefined : "json" in body ? writeExact(values.translateJson(body.json)) : "text" in body ? body.text : undefined;
  const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") === true;
  const sent = text !== undefined && isForm ? ownForm(text, isAccepted ? facts : {}, values) : text;
  return {
    method,
    origin,
    path: values.translate(path),
    query: ownForm(query, {}, values),
    ip: "127.0.0.1",
    header: (name) => headers.get(name),
    readBody: () => sent,
    signal: () => undefined,
  };
}

function ownAuthorization(recorded: string, { token, clientId, clientSecret }: EmulatorFacts, values: SameValues): string {
  const [scheme = "", credential = ""] = recorded.split(" ");
  if (values.has(credential)) return `${scheme} ${values.translate(credential)}`;
  if (/^basic$/i.test(scheme) && clientId !== undefined) return `${scheme} ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  return /^bearer$/i.test(scheme) && typeof token === "string" ? `${scheme} ${token}` : recorded;
}

function ownForm(text: string, { clientId, clientSecret }: EmulatorFacts, values: SameValues): string {
  const own: { readonly [name: string]: unknown } = { client_id: clientId, client_secret: clientSecret };
  return new URLSearchParams([...new URLSearchParams(text)].map(([name, value]) => [name, String(own[name] ?? values.translate(value))])).toString();
}
