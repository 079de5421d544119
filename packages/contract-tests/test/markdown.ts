import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { VENDORS } from "@keywright/tool-test-kit/services";

/** A fenced block: the words behind its fence, and what stands in it. */
export interface Block {
  readonly mark: string;
  readonly text: string;
}

/** Folders whose name begins with a dot hold what tools and other tests make, but for these. */
const DOT_FOLDERS = [".changeset", ".ci", ".github"];

/** The paths of all files and folders of a repository, without what is installed, built or written by others. */
export async function pathsOf(root: string, folder = "."): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = posix.join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      const passedOver = ["node_modules", "dist"].includes(entry.name) || path === VENDORS || (entry.name.startsWith(".") && !DOT_FOLDERS.includes(entry.name));
      return passedOver ? [] : [path, ...(await pathsOf(root, path))];
    }),
  );
  return found.flat();
}

/** The paths of all markdown files of a repository, but for the reports of declarations, which are code. */
export async function markdownFiles(root: string): Promise<string[]> {
  return (await pathsOf(root)).filter((path) => path.endsWith(".md") && !path.endsWith("/api.md")).sort();
}

const FENCED = /^```(.*)\n([\s\S]*?)^```$/gm;

/** The fenced blocks of a text. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(FENCED)].map(([, mark = "", inside = ""]) => ({ mark, text: inside }));
}

/** What stands between backticks in the prose. */
export function spansOf(text: string): string[] {
  return [...text.replaceAll(FENCED, "").matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
}

/** The links of the prose that stay on this machine: the label, a path from the file's own folder, and the heading there. */
export function linksOf(text: string): { readonly label: string; readonly path: string; readonly heading: string }[] {
  const links = text.replaceAll(FENCED, "").matchAll(/\[([^\][]*)\]\((?!https?:|mailto:)([^)\s]+)\)/g);
  return Array.from(links, ([, label = "", target = ""]) => {
    const [path = "", heading = ""] = target.split("#");
    return { label, path, heading };
  });
}

/** The names under which links reach the headings of a text. */
export function headingsOf(text: string): string[] {
  const titles = [...text.replaceAll(FENCED, "").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
