import type { Json } from "./contract.ts";
import type { OperationRow } from "./operation-rows.ts";
import { key } from "./print.ts";

/** The parts of core, by what asks for them. */
const PARTS: { readonly [name: string]: string } = {
  "application/x-www-form-urlencoded": "formBody",
  basic: "basicCredentials",
  bytes: "binaryContent",
  "cursor-body": "cursorBodyPages",
  "next-link": "nextLinkPages",
  "next-link-live": "liveNextLinkPages",
  offset: "offsetPages",
  "scim-index": "scimIndexPages",
  secrets: "maskSecrets",
};

/** `parts.ts`: what only some operations need. It stands beside the table, so that the table stays plain data, and names no other part than the contract needs. */
export function partsFile(rows: readonly OperationRow[]): string {
  const needed = new Set(rows.flatMap(needsOf));
  const used = Object.entries(PARTS).filter(([name]) => needed.has(name));
  const imports = [...used.map(([, part]) => part), "type Parts"].join(", ");
  const members = used.map(([name, part]) => `  ${key(name)}: ${part},\n`);
  return `import { ${imports} } from "@keywright/core";\n\n/** What only some operations need. */\nexport const parts = {\n${members.join("")}} satisfies Parts;\n`;
}

function needsOf({ pagination, security, body, response, secrets }: OperationRow): unknown[] {
  return [(pagination as Json | undefined)?.["style"], security.scheme, body?.["mediaType"], response.type, secrets?.response && "secrets"];
}
