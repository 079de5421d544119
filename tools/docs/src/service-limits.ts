import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { operationsOf } from "@keywright/generate/contract";
import { checkFolder, writeFolder } from "@keywright/generate";
import { type Service, services } from "@keywright/tool-mocks/clients";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { withSections } from "@keywright/tool-test-kit/command/sections";
import { format } from "oxfmt";
import { table } from "./contract/markdown.ts";
import { tagOf } from "./contract/document.ts";

/** What a service can do with a subject, by the verbs of its operations. */
const VERBS = { list: /^list/, get: /^get/, create: /^create/, update: /^(update|patch|replace)/, delete: /^delete/ };

const { values, positionals } = readCommandLine("Usage: service-limits.ts <guide.md> [--check]", { check: { type: "boolean", default: false } }, 1);
const [file = ""] = positionals;
const text = await readFile(file, "utf8");
const { code } = await format(file, withSections(text, Object.fromEntries(services.map((service) => [service.name, limitsOf(service)]))), { printWidth: 160 });
process.exitCode = await (values.check ? checkFolder : writeFolder)(dirname(file), { [basename(file)]: code }, console, { alone: false });

/**
 * A row for each subject that has entries and lacks an operation: its operations, and those that a
 * reader may look for.
 */
function limitsOf(service: Service): string {
  const operations = operationsOf(service);
  const rows = [...new Set(operations.map(tagOf))].flatMap((tag) => {
    const own = operations.filter((operation) => tagOf(operation) === tag);
    if (!own.some(({ id, path }) => id.startsWith("list") || path.includes("{"))) return [];
    const missing = Object.entries(VERBS).filter(([, pattern]) => !own.some(({ id }) => pattern.test(id)));
    if (missing.length === 0) return [];
    return [[tag, own.map(({ id }) => `\`${id}\``).join(", "), `${missing.map(([verb]) => verb).join(", ")} ${tag.toLowerCase()}`]];
  });
  return `${table(["subject", "operations", "no operation to"], rows)}\n`;
}
