import { type Json, operationsOf } from "@keywright/generate/contract";
import type { Service } from "@keywright/tool-mocks/clients";
import { code, frontMatter, page, prose, table } from "./markdown.ts";
import { addressText, tagOf, titleOf } from "./document.ts";

/** The first page of a contract: what the service is, and its operations by subject. */
export function overviewPage(service: Service): string {
  const info = service.document["info"] as Json;
  const rowsOf = (tag: unknown): string[][] =>
    operationsOf(service)
      .filter((operation) => tagOf(operation) === tag)
      .map((operation) => [
        `[${operation.id}](./${operation.id})`,
        prose(operation.definition["summary"]),
        `${operation.method} ${code(addressText(operation))}`,
      ]);
  return page([
    `${frontMatter({ description: `The operations of the ${titleOf(service).toLowerCase()}.` })}# ${titleOf(service)}`,
    prose(info["summary"]),
    prose(info["description"]),
    `The client is [@keywright/${service.name}](/${service.name}/). [Schemas](./schemas) has the types of requests and responses.`,
    ...(service.document["tags"] as readonly Json[]).flatMap(({ name, description }) => [
      `## ${String(name)}`,
      prose(description),
      table(["Operation", "What it does", "Request"], rowsOf(name)),
    ]),
  ]);
}
