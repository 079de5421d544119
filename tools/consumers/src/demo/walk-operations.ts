import type { AnyClient, Service } from "@keywright/tool-clients";
import { exampleInputs } from "@keywright/tool-testing/example-inputs";
import type { Report } from "./report.ts";

/** Calls each operation that no story has called, with the input of the contract's example. One without a path is not among them, because a mock does not serve it. */
export async function walkOperations({ name, table, document }: Service, client: AnyClient, { title, call, hasAnswered }: Report): Promise<void> {
  const left = Object.values(table).filter((operation) => operation.path !== "" && !hasAnswered(operation));
  if (left.length === 0) return;
  title(`${name}: each operation that no story is about`);
  for (const operation of left) {
    const { id } = operation;
    const [{ input } = { input: undefined }] = exampleInputs(document, operation);
    const args = input === undefined ? [] : [input];
    await call(
      `${name}.raw.${id}(${args.map((value) => JSON.stringify(value)).join("")})`,
      async () => client.raw[id]?.(...args),
      (response) => `status ${response?.status ?? "none"}`,
    );
  }
}
