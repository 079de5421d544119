import { readdir } from "node:fs/promises";
import { relative } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { buildSite } from "./build-site.ts";
import { ROOT, SITE } from "./places.ts";

const USAGE =
  "Usage: npx pnpm docs:build [--base PATH]\n  Builds the site of the documentation.\n  --base  the folder that a server has it in, such as /keywright/. Default: /";

const { base } = readCommandLine(USAGE, { base: { type: "string", default: "/" } }).values;
if (!/^\/(.+\/)?$/.test(base)) refuseCommandLine(USAGE, `--base takes a path that begins and ends with a slash; got ${base}.`);
await buildSite(base);
const pages = (await readdir(SITE, { recursive: true })).filter((file) => file.endsWith(".html"));
console.log(`${pages.length} pages in ${relative(ROOT, SITE)}; any web server can serve them`);
