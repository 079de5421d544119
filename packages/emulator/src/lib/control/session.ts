import { randomBytes, timingSafeEqual } from "node:crypto";
import type { EmulatorRequest } from "../core/http/http.ts";

/** Accepts browsers' requests of the control port's own page, opened by a printed link. */
export interface Session {
  /** Returns the query of a new link. Its key opens the page once and replaces earlier keys. */
  query(): string;
  /** Returns the cookie for a request with a valid key or with the cookie itself. */
  open(request: EmulatorRequest): string | undefined;
  /** Returns whether a request with headers of a browser comes from the page. */
  isOfPage(request: EmulatorRequest): boolean;
}

/** Creates the session of a process. */
export function createSession(): Session {
  const secret = newSecret();
  let key: string | undefined;
  return {
    query() {
      key = newSecret();
      return `key=${key}`;
    },
    open(request) {
      const given = new URLSearchParams(request.query).get("key");
      if (given !== null && key !== undefined && isEqual(given, key)) key = undefined;
      else if (!hasCookie(request, secret)) return undefined;
      return `${cookieName(request)}=${secret}; HttpOnly; SameSite=Strict; Path=/`;
    },
    isOfPage: (request) => isSameOrigin(request) && hasCookie(request, secret),
  };
}

/** Browsers send one of these headers with a request of a page; other programs send neither. */
export function isFromBrowser({ header }: EmulatorRequest): boolean {
  return header("origin") !== undefined || header("sec-fetch-site") !== undefined;
}

/** `SameSite` ignores the port, so the cookie alone would admit a page of another port. */
function isSameOrigin({ header, origin }: EmulatorRequest): boolean {
  return (header("origin") ?? origin) === origin && (header("sec-fetch-site") ?? "same-origin") === "same-origin";
}

/** Two emulators on one machine share the cookies of its address. */
function cookieName({ origin }: EmulatorRequest): string {
  return `keywright-emulator-${new URL(origin).port}`;
}

function hasCookie(request: EmulatorRequest, secret: string): boolean {
  const start = `${cookieName(request)}=`;
  const cookies = (request.header("cookie") ?? "").split("; ");
  return cookies.some((cookie) => cookie.startsWith(start) && isEqual(cookie.slice(start.length), secret));
}

function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

function isEqual(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
