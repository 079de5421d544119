import { code, page, prose, table } from "../markdown.ts";
import { addressText, type ContractDocument, type Json, operationsOf } from "./document.ts";

/** The first page of a contract: what the service is, and its operations by subject. */
export function overviewPage(document: ContractDocument): string {
  const info = document.root["info"] as Json;
  const tags = document.root["tags"] as readonly Json[];
  const operations = operationsOf(document);
  return page([
    `# ${String(info["title"])}`,
    prose(info["summary"]),
    prose(info["description"]),
    `The client is [@keywright/${document.service}](/${document.service}/); the types that operations take and give are on the page of [schemas](./schemas).`,
    ...tags.map((tag) =>
      page([
        `## ${String(tag["name"])}`,
        prose(tag["description"]),
        table(
          ["Operation", "What it does", "Request"],
          operations
            .filter((operation) => operation.tag === tag["name"])
            .map((operation) => [
              `[${operation.id}](./${operation.id})`,
              prose(operation.node["summary"]),
              `${operation.method} ${code(addressText(operation))}`,
            ]),
        ),
      ]).trimEnd(),
    ),
  ]);
}
