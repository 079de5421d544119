import type { Json } from "./contract.ts";
import type { OperationRow } from "./operation-rows.ts";
import { key } from "./print.ts";

const READERS: { readonly [style: string]: string } = {
  "cursor-body": "cursorBodyPages",
  "next-link": "nextLinkPages",
  "next-link-live": "liveNextLinkPages",
  offset: "offsetPages",
  "scim-index": "scimIndexPages",
};

/** `readers.ts`: what reads the pages of the contract's lists. It stands beside the table, so that the table stays plain data, and names no other reader than it needs. */
export function readersFile(rows: readonly OperationRow[]): string {
  const styles = [...new Set(rows.flatMap(({ pagination }) => (pagination === undefined ? [] : [String((pagination as Json)["style"])])))].sort();
  const names = styles.map((style) => READERS[style] as string).sort();
  const imports = [...names, "type PageReaders"].join(", ");
  const members = styles.map((style) => `  ${key(style)}: ${READERS[style]},\n`);
  return `import { ${imports} } from "@keywright/core";\n\n/** The readers of the pages of the contract's lists, by style. */\nexport const readers = {\n${members.join("")}} satisfies PageReaders;\n`;
}
