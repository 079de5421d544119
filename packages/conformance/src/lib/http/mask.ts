import { isObject, plainName } from "@keywright/emulator/contract";
import { type Exchange, mediaTypeOf } from "./exchange.ts";
import { parseJson } from "./json-text.ts";

/** A request and a response for a report, without secrets. */
export interface Shown {
  readonly request: { readonly method: string; readonly url: string; readonly headers: { readonly [name: string]: string }; readonly body?: string };
  readonly response?: { readonly status: number; readonly headers: { readonly [name: string]: string }; readonly body?: string };
}

/** Masks exchanges for reports. */
export interface Mask {
  show(exchange: Exchange): Shown;
  /** Masks known credentials in a text. */
  text(text: string): string;
  /** Adds a credential, which is masked wherever it is. */
  add(secret: string): void;
}

const MASKED = "[secret]";
const SECRET_HEADERS = ["authorization", "cookie", "set-cookie"];
const MOST_CHARACTERS = 2000;

/**
 * Creates a mask.
 *
 * @param names Secret properties, masked anywhere: a wrong response can have them elsewhere.
 */
export function createMask(names: ReadonlySet<string>): Mask {
  const secrets: string[] = [];
  const text = (given: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, MASKED), given);
  const headerOf = (name: string, value: string): string => {
    if (SECRET_HEADERS.includes(name)) return MASKED;
    // The query of an address can be a credential, such as a signature.
    return text(name === "location" ? value.replace(/[?#].*$/s, `?${MASKED}`) : value);
  };
  const headersOf = (headers: { readonly [name: string]: string }) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerOf(name, value)]));
  const bodyOf = (body: string, contentType: string | undefined, size: number): { readonly body?: string } => {
    if (body === "") return {};
    const shown = text(readable(body, mediaTypeOf(contentType), size, names));
    return { body: shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS)}… (${shown.length} characters)` : shown };
  };
  return {
    text,
    add(secret) {
      // The longest first, because a short one can be a part of it.
      if (secret.length > 2) secrets.push(secret, encodeURIComponent(secret));
      secrets.sort((a, b) => b.length - a.length);
    },
    show({ request: { method, url, headers, body = "" }, response, isFile = false }) {
      const request = { method, url: text(url), headers: headersOf(headers), ...bodyOf(body, headers["content-type"], body.length) };
      if (response === undefined) return { request };
      const { status } = response;
      const shown =
        isFile && status < 400 && response.size > 0
          ? { body: `[${response.size} bytes of a file]` }
          : bodyOf(response.text, response.headers["content-type"], response.size);
      const received = { status, headers: headersOf(response.headers), ...shown };
      return { request, response: received };
    },
  };
}

/** Returns a body without secrets; unreadable text is only shown if it cannot contain one. */
function readable(body: string, mediaType: string, size: number, names: ReadonlySet<string>): string {
  if (mediaType === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(body);
    return [...form].map(([name, value]) => `${name}=${names.has(plainName(name)) ? MASKED : value}`).join("&");
  }
  const json = parseJson(body);
  if (json !== undefined) return JSON.stringify(withoutSecrets(json.value, names));
  return mediaType.startsWith("text/") ? body : `[${size} bytes that are not JSON]`;
}

function withoutSecrets(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutSecrets(element, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, names.has(plainName(name)) ? MASKED : withoutSecrets(inner, names)]));
}
