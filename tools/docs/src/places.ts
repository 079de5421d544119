import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");

/** The folder of guides, from the root of the repository. */
export const GUIDES = "tools/docs/guides";

/** Where the site is made: sources, then site. Removed before each build, ignored by git. */
export const MADE = resolve(import.meta.dirname, "../dist");

export const PAGES = join(MADE, "pages");

/** The site: files for any web server. */
export const SITE = join(MADE, "site");

/** What the blocks that only Node can run did. */
export const RECORDED = resolve(import.meta.dirname, "../recorded.json");
