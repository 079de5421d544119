import { type ContractDocument, operationsOf } from "./contract/document.ts";
import { titleOf } from "./site-config.ts";

/** The first page of the site. */
export function homePage(documents: readonly ContractDocument[]): string {
  const features = documents.map((document) => ({
    title: titleOf(document),
    details: `${operationsOf(document).length} operations: ${[...new Set(operationsOf(document).map(({ tag }) => tag.toLowerCase()))].join(", ")}.`,
    link: `/${document.service}/`,
    linkText: `@keywright/${document.service}`,
  }));
  const emulator = {
    title: "The services, alive, for tests",
    details: "An emulator that keeps state, holds every request against its contract, and fails when told to.",
    link: "/emulator/",
    linkText: "@keywright/emulator",
  };
  const front = {
    layout: "home",
    hero: {
      name: "Keywright",
      text: "Clients that their contracts write",
      tagline: `TypeScript for each of these: ${documents.map(titleOf).join(", ")}. Typed, documented, and safe under faults.`,
      actions: [
        { theme: "brand", text: "First call", link: "/start" },
        { theme: "alt", text: "TypeScript API", link: "/api/" },
      ],
    },
    features: [...features, emulator],
  };
  // YAML takes JSON as it is.
  return `---\n${Object.entries(front)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join("\n")}\n---\n`;
}
