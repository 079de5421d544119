import { readFile } from "node:fs/promises";
import type { AnyReply, EmulatorRequest } from "../core/http/http.ts";
import { packageFile } from "../core/package-file.ts";
import { type ControlRoutes, errorResponse } from "./route.ts";
import type { Session } from "./session.ts";

const TYPES: { readonly [extension: string]: string } = { html: "text/html", css: "text/css", js: "text/javascript", svg: "image/svg+xml" };

/** Headers of all control responses: only the page's own files load, and nothing is stored. */
export const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The routes of the page and of a new link to it. */
export function pageRoutes(session: Session): ControlRoutes {
  return {
    "GET /": async ({ sent }) => {
      const cookie = session.open(sent);
      if (cookie === undefined) return { status: 403, headers: { "content-type": "text/plain; charset=utf-8" }, body: invalidLink(sent.origin) };
      const page = await readPart("index.html");
      return { ...page, headers: { ...page.headers, "set-cookie": cookie } };
    },
    "GET /{file}": ({ path: { file = "" } }) => readPart(file).catch(() => errorResponse(404, `There is no GET /${file}`)),
    "POST /link": ({ sent }) => ({ status: 201, body: { url: linkTo(sent.origin, session) } }),
  };
}

/** Returns an address that opens the page once. */
export function linkTo(baseUrl: string, session: Session): string {
  return `${baseUrl}/?${session.query()}`;
}

/** Returns whether a request opens the page, which checks the request by itself. */
export function isOpening({ method, path }: EmulatorRequest): boolean {
  return method === "GET" && path === "/";
}

/** @throws Error if the page has no such file. */
async function readPart(name: string): Promise<AnyReply> {
  if (!/^[a-z-]+\.[a-z]+$/.test(name)) throw new Error(`${name} is not the name of a file of the page`);
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "";
  return { status: 200, headers: { "content-type": `${type}; charset=utf-8` }, body: await readFile(packageFile(`page/${name}`), "utf8") };
}

function invalidLink(origin: string): string {
  return `The link is not valid, because a link works once. Print another one with\n\n  curl -X POST ${origin}/link\n`;
}
