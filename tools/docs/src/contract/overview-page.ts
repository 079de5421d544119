import { code, frontMatter, page, prose, table } from "../markdown.ts";
import { addressText, type ContractDocument, type Json, operationsOf, tagOf, titleOf } from "./document.ts";

/** The first page of a contract: what the service is, and its operations by subject. */
export function overviewPage(document: ContractDocument): string {
  const info = document.root["info"] as Json;
  const tags = document.root["tags"] as readonly Json[];
  const operations = operationsOf(document);
  return page([
    `${frontMatter({ description: `The operations of the ${titleOf(document).toLowerCase()}.` })}# ${titleOf(document)}`,
    prose(info["summary"]),
    prose(info["description"]),
    `The client is [@keywright/${document.service}](/${document.service}/). [Schemas](./schemas) has the types of requests and responses.`,
    ...tags.map((tag) =>
      page([
        `## ${String(tag["name"])}`,
        prose(tag["description"]),
        table(
          ["Operation", "What it does", "Request"],
          operations
            .filter((operation) => tagOf(operation) === tag["name"])
            .map((operation) => [
              `[${operation.id}](./${operation.id})`,
              prose(operation.definition["summary"]),
              `${operation.method} ${code(addressText(operation))}`,
            ]),
        ),
      ]),
    ),
  ]);
}
