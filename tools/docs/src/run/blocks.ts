import { createHash } from "node:crypto";
import { escaped } from "../contract/markdown.ts";
import type { Importable } from "./bundle.ts";

/** A block of TypeScript of a guide. */
interface Block {
  /** The word after `ts`, such as `emulator`. */
  readonly mark: string;
  readonly source: string;
}

/** How a block is shown: with a button that runs it, or with the reason for none. */
export interface ShownBlock extends Block {
  /** The blocks that run before it, by their numbers in the guide. */
  readonly after: readonly number[];
  readonly reason?: string;
  /** Whether it runs in Node, which the page shows as it was recorded. */
  readonly isRecorded: boolean;
  /** A short hash of its source and of those before it. */
  readonly hash: string;
}

/** What a block did in Node. What differs in each run has a name in angle brackets. */
export interface Session {
  /** The hash of the block that was recorded: the page of another one does not show the session. */
  readonly hash: string;
  readonly output: readonly string[];
  readonly requests: readonly string[];
  /** Each file in the folder of the block, with its size. */
  readonly files: readonly string[];
}

/** The sessions of blocks, such as `audit-log 0` for the first block of that guide. */
export type Sessions = Readonly<Record<string, Session>>;

const FENCE = /^```ts ?(\w[\w-]*)?\n([\s\S]*?)^```$/gm;

/**
 * Returns how each block of TypeScript of a guide is shown.
 *
 * As in the tests of guides, a block without mark that makes no client continues the first one.
 */
export function showBlocks(markdown: string, importable: Importable): readonly ShownBlock[] {
  const blocks = Array.from(markdown.matchAll(FENCE), ([, mark = "", source = ""]) => ({ mark, source }));
  const story: number[] = [];
  const shown: ShownBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    const continues = block.mark === "" && (story.length === 0 || !/create\w+Client\(/.test(block.source));
    const after = continues ? [...story] : [];
    const reason = reasonOf(block, importable) ?? after.map((before) => shown[before]?.reason).find((each) => each !== undefined);
    if (continues) story.push(index);
    const isRecorded = reason !== undefined && block.mark !== "no-run" && !/^import .*"\.\//m.test(block.source);
    const sources = [...after.map((before) => blocks[before]?.source), block.source];
    const hash = createHash("sha256").update(sources.join("\n")).digest("hex").slice(0, 8);
    shown.push({ ...block, after, isRecorded, hash, ...(reason === undefined ? {} : { reason }) });
  }
  return shown;
}

/** Why a browser cannot run a block: what it imports, or what the guide does not show. */
function reasonOf({ mark, source }: Block, { names, nodeOnly }: Importable): string | undefined {
  if (mark === "no-run") return source.includes('/postgres"') ? "it needs a Postgres server" : "it is a part of a program";
  for (const [, name = ""] of source.matchAll(/^import (?!type )[^"]*"([^"]+)"/gm)) {
    if (name.startsWith("./")) return `the commands above make \`${name}\``;
    if (name.startsWith("node:")) return `browsers do not have \`${name}\``;
    const needed = nodeOnly.get(name);
    if (needed !== undefined) return `\`${name}\` needs \`${needed}\`, which browsers do not have`;
    if (!names.has(name)) return `it imports \`${name}\`, which this page does not have`;
  }
  return undefined;
}

/** The Markdown of a block: an element that runs it, or the reason for none and its session. */
export function blockPage(fence: string, number: number, { after, reason, hash }: ShownBlock, session: Session | undefined): string {
  if (reason === undefined) return `<run-block data-number="${number}" data-after="${after.join(" ")}">\n\n${fence}\n\n</run-block>`;
  const why = `Does not run in a page: ${code(reason)}.`;
  if (session?.hash !== hash) return `${fence}\n\n<p class="recorded">${why}</p>`;
  const { output, requests, files } = session;
  const count = `${requests.length} ${requests.length === 1 ? "request" : "requests"}`;
  const made = [...(requests.length === 0 ? [] : [count]), ...files.map((file) => `<code>${escaped(file)}</code>`)];
  if (output.length + made.length === 0) return `${fence}\n\n<p class="recorded">${why} In Node, it prints, sends and writes nothing.</p>`;
  const done = `Recorded in Node: ${["done", ...made].join(", ")}.`;
  return [
    fence,
    `<p class="recorded session">${why} ${done}</p>`,
    ...(output.length === 0 ? [] : [`<pre class="session" tabindex="0" role="region" aria-label="Output">${escaped(output.join("\n"))}</pre>`]),
    ...(requests.length === 0
      ? []
      : [`<ol class="session" tabindex="0" aria-label="Requests">${requests.map((line) => `<li>${escaped(line)}</li>`).join("")}</ol>`]),
  ].join("\n\n");
}

/** A page of Markdown without the elements that run blocks. */
export function withoutRuns(page: string): string {
  return page
    .replaceAll(/^<\/?run-block.*>\n\n?/gm, "")
    .replaceAll(/^<p class="recorded.*?">(.*)<\/p>$/gm, (_all, text: string) => text.replaceAll(/<\/?code>/g, "`"))
    .replaceAll(/^<(pre|ol) class="session".*?>/gm, "<$1>");
}

function code(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
