import { readdir } from "node:fs/promises";
import { relative } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { buildSite } from "./build-site.ts";
import { ROOT, SITE } from "./places.ts";

const USAGE = `Usage: npx pnpm docs:build [--base PATH] [--origin URL]
  Builds the site of the documentation.
  --base    the folder that a server has it in, such as /keywright/. Default: /
  --origin  the scheme and host of the server, such as https://docs.example.com, for the sitemap. Default: no sitemap`;

const { base, origin } = readCommandLine(USAGE, { base: { type: "string", default: "/" }, origin: { type: "string" } }).values;
if (!/^\/(.+\/)?$/.test(base)) refuseCommandLine(USAGE, `--base takes a path that begins and ends with a slash; got ${base}.`);
if (origin !== undefined && !/^https?:\/\/[^/]+$/.test(origin)) refuseCommandLine(USAGE, `--origin takes a scheme and a host without a path; got ${origin}.`);
await buildSite({ base, origin });
const pages = (await readdir(SITE, { recursive: true })).filter((file) => file.endsWith(".html"));
console.log(
  `${pages.length} pages in ${relative(ROOT, SITE)}; any web server can serve them${origin === undefined ? "; no sitemap.xml without --origin" : ""}`,
);
