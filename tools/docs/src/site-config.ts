import { operationsOf } from "@keywright/generate/contract";
import { type Service, services } from "@keywright/tool-mocks/clients";
import { tagOf, titleOf } from "./contract/document.ts";
import { SITE } from "./places.ts";
import { GROUPS, PACKAGES, type Text } from "./texts.ts";

const SEARCH = {
  miniSearch: { options: { processTerm, tokenize }, searchOptions: { fuzzy: 0.1, prefix, boostDocument } },
};

/** Marks a page that opens at its beginning, not at a place that a link or an earlier view had. */
const MARK_FIRST_VIEW =
  'if (!location.hash && performance.getEntriesByType("navigation")[0]?.type === "navigate") document.documentElement.className += " first-view";';

/** Where the site is served. */
export interface Address {
  /** The path of the site, with slashes at both ends. */
  readonly base: string;
  /** Scheme and host, such as `https://docs.example.com`; without it, there is no sitemap. */
  readonly origin: string | undefined;
}

/** A link, or a group of links, next to a page. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

type Sidebars = Readonly<Record<string, readonly SidebarItem[]>>;

/** The links next to pages, by the folder of these pages. */
export function sidebarsOf(texts: readonly Text[], api: readonly SidebarItem[]): Sidebars {
  const groups = [...GROUPS, PACKAGES].map((group) => ({ text: group, items: linksOf(group, texts) })).filter(({ items }) => items.length > 0);
  return {
    "/": [...groups, { text: "Reference", items: [...services.map(referenceLink), { text: "TypeScript API", link: "/api/" }] }],
    ...Object.fromEntries(services.map((service) => [`/${service.name}/reference/`, referenceSidebar(service)])),
    "/api/": api,
  };
}

/** The configuration of VitePress. No page asks another host for anything. */
export function siteConfig({ base, origin }: Address, texts: readonly Text[], sidebar: Sidebars): object {
  return {
    title: "Keywright",
    description: `TypeScript clients, generated from their contracts: ${services.map(titleOf).join(", ")}.`,
    lang: "en",
    outDir: SITE,
    cleanUrls: false,
    lastUpdated: false,
    // What all pages share is not repeated in each.
    metaChunk: true,
    // A page has links to half of the site.
    router: { prefetchLinks: false },
    transformHtml: placeNavigation,
    appearance: { onChanged: changeAppearance },
    head: [
      ["link", { rel: "icon", href: "data:," }],
      ["script", {}, MARK_FIRST_VIEW],
    ],
    ...(origin === undefined ? {} : { sitemap: { hostname: `${origin}${base}` } }),
    markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" }, anchor: { slugify }, config: showBraces },
    vue: { template: { compilerOptions: { isCustomElement } } },
    themeConfig: {
      search: { provider: "local", options: SEARCH },
      outline: { level: [2, 3] },
      docFooter: { prev: false, next: false },
      nav: [
        { text: "Guides", link: sidebar["/"]?.[0]?.items?.[0]?.link, activeMatch: "/guides/" },
        { text: "Packages", items: linksOf(PACKAGES, texts) },
        { text: "Reference", items: services.map(referenceLink) },
        { text: "TypeScript API", link: "/api/", activeMatch: "/api/" },
      ],
      sidebar,
    },
  };
}

/** Leaves room for the sidebar, as the theme does when scripts run. Written on its own, too. */
function placeNavigation(html: string): string {
  return html.includes('class="VPContent has-sidebar"') ? html.replace('class="VPNavBar"', 'class="VPNavBar has-sidebar"') : html;
}

/** Sets colors that differ; setting any styles the whole page again. Runs in the page. */
function changeAppearance(isDark: boolean, change: (mode: string) => void, mode: string): void {
  if (isDark !== globalThis.document?.documentElement.classList.contains("dark")) change(mode);
}

/** An element of the browser, which Vue does not look for. Written on its own, too. */
function isCustomElement(tag: string): boolean {
  return tag === "run-block";
}

type Rules = Record<string, (...context: readonly unknown[]) => string>;

/** Shows `{{ … }}`, an expression of Vue. It is written into the configuration on its own. */
function showBraces({ renderer: { rules } }: { readonly renderer: { readonly rules: Rules } }): void {
  for (const [name, rule] of Object.entries(rules))
    if (name === "text" || name === "code_inline") rules[name] = (...context) => rule(...context).replaceAll("{{", "&#123;&#123;");
}

function referenceLink(service: Service): SidebarItem {
  return { text: titleOf(service), link: `/${service.name}/reference/` };
}

function linksOf(group: string, texts: readonly Text[]): readonly SidebarItem[] {
  return texts
    .filter((text) => text.group === group)
    .sort((one, other) => one.order - other.order || one.title.localeCompare(other.title))
    .map(({ title, page }) => ({ text: title, link: `/${page.replace(/index$/, "")}` }));
}

/** The anchor of a heading as GitHub makes it, because Markdown files link to it. */
function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/**
 * The words of a text, and names with signs in them, such as `op://` and `x-pagination`. Runs in
 * the page.
 */
function tokenize(text: string): readonly string[] {
  return [...text.split(/[\p{Z}\p{P}\n\r]+/u), ...(text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+|\bop:\/\//gu) ?? [])];
}

/** Whether a word also finds longer ones: two letters begin too many. Runs in the page. */
function prefix(term: string): boolean {
  return term.length > 2;
}

/** Leaves out words that are on every page: they would find all. It runs in the page. */
function processTerm(term: string): string | undefined {
  const word = term.toLowerCase();
  return /^(an?|and|by|for|from|in|is|it|of|or|the|to|with)$/.test(word) ? undefined : word;
}

/** Ranks an exact name first, then titles, guides, contracts, packages, types. Runs in the page. */
function boostDocument(id: string, term: string, { title, titles }: { readonly title: string; readonly titles: readonly string[] }): number {
  const isNamed = title.trim().toLowerCase() === term.toLowerCase() && (titles.length === 0 || /\/api\/|\/schemas\./.test(id));
  const isTitle = titles.length === 0 && title.toLowerCase().includes(term.toLowerCase());
  const kind = id.includes("/api/") ? 1 : id.includes("/guides/") ? 4 : 2;
  return (isNamed ? 6 : isTitle ? 2 : 1) * kind;
}

function referenceSidebar(service: Service): readonly SidebarItem[] {
  const operations = operationsOf(service);
  const folder = `/${service.name}/reference`;
  const links = (wanted: string): readonly SidebarItem[] =>
    operations.filter((operation) => tagOf(operation) === wanted).map(({ id }) => ({ text: id, link: `${folder}/${id}` }));
  return [
    {
      text: titleOf(service),
      items: [
        { text: "All operations", link: `${folder}/` },
        { text: "Schemas", link: `${folder}/schemas` },
      ],
    },
    ...[...new Set(operations.map(tagOf))].map((tag) => ({ text: tag, items: links(tag) })),
  ];
}
