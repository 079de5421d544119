import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { eventFormats } from "./event-formats.ts";
import { frontMatter, splitFrontMatter, withCode } from "./contract/markdown.ts";
import { picture, type SessionFiles } from "./pictures.ts";
import { GUIDES, ROOT } from "./places.ts";
import { blockPage, type Sessions, showBlocks } from "./run/blocks.ts";
import type { Importable } from "./run/bundle.ts";

/** The groups of guides, in the order of the sidebar. */
export const GROUPS = ["Secrets", "People and workflows", "Events", "Every client", "Testing", "Project"] as const;

/** The group of the packages' READMEs. */
export const PACKAGES = "Packages";

/** A Markdown file of the repository that is a page of the site. */
export interface Text {
  /** Its file, from the root of the repository. */
  readonly file: string;
  /** Its page, without a slash before it: `vault/index`. */
  readonly page: string;
  readonly title: string;
  /** One sentence for search engines and machines. */
  readonly description: string;
  /** Its group in the sidebar; a page without a group is only linked to. */
  readonly group?: string;
  readonly order: number;
  readonly isSearched: boolean;
  readonly body: string;
}

type Place = Pick<Text, "file" | "page"> & Partial<Omit<Text, "order">> & { readonly order?: number | string | undefined };

const OTHERS: readonly Place[] = [
  { file: "tools/docs/home.md", page: "index" },
  {
    file: "packages/vault/MIGRATION.md",
    page: "migration",
    description: "Each call of other packages, with the call that replaces it.",
    group: "Secrets",
    order: 900,
  },
  {
    file: "README.md",
    page: "repository",
    title: "The repository",
    description: "What is in the repository, and on what it is tested.",
    group: "Project",
    order: 900,
  },
  { file: "tools/docs/error-codes.md", page: "guides/error-codes" },
  { file: "tools/docs/generators.md", page: "generators" },
  { file: "CONTRIBUTING.md", page: "contributing", description: "Commands, conventions and the steps of a change.", group: "Project", order: 910 },
  { file: "SECURITY.md", page: "security", description: "Which versions get fixes, and how to report a vulnerability.", group: "Project", order: 920 },
  { file: "specs/README.md", page: "contracts", description: "The conventions of the contracts, and the origin of each statement.", isSearched: false },
];

/** Reads the guides, the texts of the packages, and those about the project. */
export async function readTexts(root = ROOT): Promise<readonly Text[]> {
  const guides = (await readdir(join(root, GUIDES))).filter((name) => name.endsWith(".md"));
  const others = [...OTHERS, ...(await packageTexts(root))].filter(({ file }) => existsSync(join(root, file)));
  return Promise.all([
    ...guides.map((name) => readGuide(`${GUIDES}/${name}`, root)),
    formatsPage(),
    ...others.map((place) => readText(root, place.file, (front) => ({ ...place, ...front }))),
  ]);
}

/**
 * Reads a guide.
 *
 * @param file Its path from the root of the repository.
 * @throws Error that names the file if its title, its description or a known group is missing.
 */
export function readGuide(file: string, root = ROOT): Promise<Text> {
  return readText(root, file, ({ description = "", group = "", order }) => {
    if (description === "") throw new Error(`${file} has no description; its front matter needs one sentence for search results`);
    if (!(GROUPS as readonly string[]).includes(group)) throw new Error(`${file} has the group "${group}"; expected one of ${GROUPS.join(", ")}`);
    return { file, page: `guides/${basename(file, ".md")}`, description, group, order };
  });
}

/** A page that no file has. Its actions would be found before the pages that explain them. */
function formatsPage(): Text {
  const description = "The class, activity and type in OCSF and the category, type and outcome in ECS of each action on each type of object.";
  const place = { file: "tools/docs/src/event-formats.ts", page: "guides/event-formats", group: "Events", order: 17, isSearched: false };
  return { ...place, title: "OCSF and ECS of each event", description, body: eventFormats() };
}

async function readText(root: string, file: string, placeOf: (front: { readonly [name: string]: string }) => Place): Promise<Text> {
  const [front, body] = splitFrontMatter(await readFile(join(root, file), "utf8"));
  const title = /^# (.+)$/m.exec(body)?.[1];
  const place = placeOf(front);
  if (title === undefined) throw new Error(`${file} has no title; its first line must be a heading such as "# Rotate a password"`);
  const { description = "" } = place;
  if (description === "") throw new Error(`${file} has no description; name it in its front matter`);
  return { title: title.replaceAll("`", "").trim(), isSearched: true, ...place, description, order: Number(place.order ?? 0), body };
}

async function packageTexts(root: string): Promise<readonly Place[]> {
  const places = (await findPublished(root)).map(async (folder): Promise<readonly Place[]> => {
    const name = basename(folder);
    const { description, version } = await readManifest(folder);
    const changes = `The changes of @keywright/${name} up to ${String(version)}.`;
    return [
      { file: `packages/${name}/README.md`, page: `${name}/index`, description: String(description), group: PACKAGES },
      { file: `packages/${name}/CHANGELOG.md`, page: `${name}/changelog`, description: changes, isSearched: false },
    ];
  });
  return (await Promise.all(places)).flat();
}

/**
 * The site's Markdown of a text: links lead to pages, and unlabeled blocks become pictures.
 *
 * @param importable What blocks can import in a page. Default: the page runs no blocks.
 * @param sessions What the blocks that only Node can run did.
 */
export async function textPage(text: Text, texts: readonly Text[], importable?: Importable, sessions: Sessions = {}): Promise<string> {
  const { file, title, description, isSearched, body, page } = text;
  const linked = (prose: string): string =>
    prose.replaceAll(/(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)#]+)(#[^)]*)?\)/g, (_all, label: string, target: string, fragment = "") => {
      const path = posix.normalize(posix.join(posix.dirname(file), target));
      const other = texts.find((each) => each.file === path);
      return other === undefined ? label : `[${label}](/${other.page.replace(/index$/, "")}${fragment})`;
    });
  const blocks = importable === undefined || !page.startsWith("guides/") ? [] : showBlocks(body, importable);
  let number = 0;
  const code = (part: string): string => {
    const shown = part.startsWith("```ts") ? blocks[number] : undefined;
    const fence = part.replace(/^```ts .*$/m, "```ts");
    return shown === undefined ? fence : blockPage(fence, number, shown, sessions[`${basename(file, ".md")} ${number++}`]);
  };
  const parts = body
    .replaceAll(/^<!--.*-->\n/gm, "")
    .replaceAll(/^!\[(.+)\]\(.*\/([\w-]+\.png)\)$/gm, "![$1](/pictures/$2)")
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => {
      if (index % 2 === 0) return withCode(linked(part), (span) => span);
      return part.startsWith("```\n") ? picture(title, part.slice(4, -3), filesOf(body)) : code(part);
    });
  const isHome = page === "index";
  const front = {
    title,
    description,
    ...(isSearched ? {} : { search: false }),
    ...(isHome ? { titleTemplate: false, sidebar: false, aside: false, outline: false, pageClass: "home" } : {}),
  };
  return frontMatter(front) + (await Promise.all(parts)).join("");
}

/** The files that a text shows: each is a block after a line with its name and a colon. */
function filesOf(body: string): SessionFiles {
  return Object.fromEntries(Array.from(body.matchAll(/`([\w-]+\.\w+)`[^\n]*:\n\n```\w+[^\n]*\n([\s\S]*?)^```$/gm), ([, name = "", text = ""]) => [name, text]));
}
