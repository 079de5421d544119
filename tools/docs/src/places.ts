import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");

/** Where the site is made: sources, then site. Removed before each build, ignored by git. */
export const MADE = resolve(import.meta.dirname, "../dist");

export const PAGES = join(MADE, "pages");

/** The site: files for any web server. */
export const SITE = join(MADE, "site");
