import type { Importable } from "./bundle.ts";

/** A block of TypeScript of a guide. */
export interface Block {
  /** The word after `ts`, such as `emulator`. */
  readonly mark: string;
  readonly source: string;
}

/** How a block is shown: with a button that runs it, or with the reason for none. */
export interface ShownBlock {
  /** The blocks that run before it, by their numbers in the guide. */
  readonly after: readonly number[];
  readonly reason?: string;
}

const FENCE = /^```ts ?(\w[\w-]*)?\n([\s\S]*?)^```$/gm;

/** Returns the blocks of TypeScript of a guide. */
export function blocksOf(markdown: string): readonly Block[] {
  return Array.from(markdown.matchAll(FENCE), ([, mark = "", source = ""]) => ({ mark, source }));
}

/**
 * Returns how each block of a guide is shown.
 *
 * As in the tests of guides, a block without mark that makes no client continues the first one.
 */
export function showBlocks(blocks: readonly Block[], importable: Importable): readonly ShownBlock[] {
  const story: number[] = [];
  const shown: ShownBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    const continues = block.mark === "" && (story.length === 0 || !/create\w+Client\(/.test(block.source));
    const after = continues ? [...story] : [];
    const reason = reasonOf(block, importable) ?? after.map((before) => shown[before]?.reason).find((each) => each !== undefined);
    if (continues) story.push(index);
    shown.push({ after, ...(reason === undefined ? {} : { reason }) });
  }
  return shown;
}

/** Why a browser cannot run a block: what it imports, or what the guide does not show. */
function reasonOf({ mark, source }: Block, { names, nodeOnly }: Importable): string | undefined {
  for (const [, name = ""] of source.matchAll(/^import (?!type )[^"]*"([^"]+)"/gm)) {
    if (name.startsWith("node:")) return `browsers do not have \`${name}\``;
    const needed = nodeOnly.get(name);
    if (needed !== undefined) return `\`${name}\` needs \`${needed}\`, which browsers do not have`;
    if (!names.has(name)) return `it imports \`${name}\`, which this page does not have`;
  }
  return mark === "no-run" ? "it is a part of a program" : undefined;
}

/** The Markdown of a block with its number: an element that runs it, or the reason for none. */
export function blockPage(fence: string, number: number, { after, reason }: ShownBlock): string {
  if (reason !== undefined) return `${fence}\n\n<p class="recorded">Does not run in a page: ${code(reason)}.</p>`;
  return `<run-block number="${number}" after="${after.join(" ")}">\n\n${fence}\n\n</run-block>`;
}

/** A page of Markdown without the elements that run blocks. */
export function withoutRuns(page: string): string {
  return page
    .replaceAll(/^<\/?run-block.*>\n\n?/gm, "")
    .replaceAll(/^<p class="recorded">(.*)<\/p>$/gm, (_all, text: string) => text.replaceAll(/<\/?code>/g, "`"));
}

function code(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
