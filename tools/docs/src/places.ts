import { join, resolve } from "node:path";

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, "../../..");

/** Where the site is made: its sources in Markdown, then the site. Removed before each build, ignored by git. */
const MADE = resolve(import.meta.dirname, "../dist");

/** The pages in Markdown. */
export const PAGES = join(MADE, "pages");

/** The site: files for any web server. */
export const SITE = join(MADE, "site");

/** Pictures of the emulator's page, which `npx pnpm pictures` takes. */
export const PICTURES = join(ROOT, "tools/docs/guides/pictures");

/** Where the modules stand that describe the entries of the packages to the generator of the API. */
export const ENTRY_MODULES = join(MADE, "entries");

/** The program of the home page, in a folder from which it finds the packages. */
export const FIRST_CALL = join(MADE, "first-call.mts");

/** Where the site is served. */
export interface Address {
  /** The path of the site, with slashes at both ends. */
  readonly base: string;
  /** The scheme and host, such as `https://docs.example.com`; a site without it has no sitemap, because its entries are whole addresses. */
  readonly origin: string | undefined;
}
