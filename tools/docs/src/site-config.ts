import type { ContractDocument } from "./contract/document.ts";
import { operationsOf } from "./contract/document.ts";
import { SITE } from "./places.ts";
import type { SidebarItem } from "./typescript-api.ts";

/** The title of a service's pages, as its contract has it. */
export function titleOf({ root }: ContractDocument): string {
  return String((root["info"] as { readonly title: string }).title);
}

/** What the generator of the site is told: where pages stand, and how one gets to them. Nothing is asked of another host. */
export function siteConfig(documents: readonly ContractDocument[], packages: readonly string[], api: readonly SidebarItem[]): object {
  const guides: SidebarItem[] = [
    { text: "Start", link: "/start" },
    ...packages.map((name) => ({ text: `@keywright/${name}`, link: `/${name}/` })),
    { text: "From other packages", link: "/migration" },
    { text: "The contracts", link: "/contracts" },
    { text: "Contributing", link: "/contributing" },
    { text: "Security", link: "/security" },
  ];
  const references = documents.map((document) => ({ text: titleOf(document), link: `/${document.service}/reference/` }));
  return {
    title: "Keywright",
    description: `TypeScript clients, generated from their contracts: ${documents.map(titleOf).join(", ")}.`,
    lang: "en",
    outDir: SITE,
    cleanUrls: false,
    lastUpdated: false,
    // What all pages share is not repeated in each.
    metaChunk: true,
    head: [["link", { rel: "icon", href: "data:," }]],
    markdown: { theme: { light: "github-light", dark: "github-dark" }, anchor: { slugify } },
    themeConfig: {
      search: { provider: "local", options: { detailedView: true, miniSearch: { searchOptions: { fuzzy: 0.1, boostDocument } } } },
      outline: { level: [2, 3] },
      docFooter: { prev: false, next: false },
      nav: [
        { text: "Guide", link: "/start" },
        { text: "Contracts", items: references },
        { text: "TypeScript API", link: "/api/" },
      ],
      sidebar: {
        ...Object.fromEntries(documents.map((document) => [`/${document.service}/reference/`, referenceSidebar(document)])),
        "/api/": [{ text: "TypeScript API", link: "/api/" }, ...api],
        "/": [
          { text: "Guide", items: guides },
          { text: "Contracts", items: references },
          { text: "TypeScript API", link: "/api/" },
        ],
      },
    },
  };
}

/** The anchor of a heading as GitHub makes it, because the READMEs link to their headings there. It runs in the generator of the site. */
function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/**
 * Puts before all others the page that has the name of what is searched, and that of a contract before that of a type. It runs in the page, so that it knows
 * nothing but its arguments: the place of a section, a word, and the headings.
 */
function boostDocument(id: string, term: string, { title, titles }: { readonly title: string; readonly titles: readonly string[] }): number {
  const isNamed = title.trim().toLowerCase() === term.toLowerCase();
  return (isNamed && titles.length === 0 ? 4 : 1) * (id.includes("/reference/") ? 2 : 1);
}

function referenceSidebar(document: ContractDocument): readonly SidebarItem[] {
  const operations = operationsOf(document);
  const link = (page: string): string => `/${document.service}/reference/${page}`;
  return [
    { text: titleOf(document), link: link("") },
    ...[...new Set(operations.map(({ tag }) => tag))].map((tag) => ({
      text: tag,
      items: operations.filter((operation) => operation.tag === tag).map(({ id }) => ({ text: id, link: link(id) })),
    })),
    { text: "Schemas", link: link("schemas") },
    { text: "Guide of the client", link: `/${document.service}/` },
  ];
}
