import type { AnyClient, Service } from "@keywright/tool-mocks/clients";
import { exampleInputs } from "@keywright/tool-test-kit/testing/example-inputs";
import type { Report } from "./report.ts";

/** Calls each operation that was not called yet, with the input of the contract's example. It leaves out those without a path, because a mock does not serve them. */
export async function walkOperations({ name, table, document }: Service, client: AnyClient, { title, call, hasAnswered }: Report): Promise<void> {
  const left = Object.values(table).filter((operation) => operation.path !== "" && !hasAnswered(operation));
  if (left.length === 0) return;
  title(`${name}: each operation with the input of its example`);
  for (const operation of left) {
    const { id } = operation;
    const [{ input } = { input: undefined }] = exampleInputs(document, operation);
    const args = input === undefined ? [] : [input];
    await call(
      `${name}.raw.${id}(${args.map((value) => JSON.stringify(value)).join("")})`,
      async () => client.raw[id]?.(...args),
      (response) => shortened(response?.body),
    );
  }
}

/** The beginning of a response's body, on one line. */
function shortened(body: unknown): string {
  const text = (typeof body === "string" ? body : JSON.stringify(body)) ?? "no body";
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 120)} …` : line;
}
