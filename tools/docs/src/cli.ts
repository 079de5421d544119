import { readdir } from "node:fs/promises";
import { relative } from "node:path";
import { readCommandLine } from "@keywright/tool-command";
import { buildSite } from "./build-site.ts";
import { ROOT, SITE } from "./places.ts";

readCommandLine("Usage: npx pnpm docs:build\n  Builds the site of the documentation.");

await buildSite();
const pages = (await readdir(SITE, { recursive: true })).filter((file) => file.endsWith(".html"));
console.log(`${pages.length} pages in ${relative(ROOT, SITE)}; any web server can serve them`);
