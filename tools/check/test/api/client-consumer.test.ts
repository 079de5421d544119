import { expect, it } from "vitest";
import { clientConsumer } from "../../src/api/client-consumer.ts";
import { folderWith } from "../support.ts";

it("writes a program that uses a client as its documentation shows", async () => {
  const documented =
    "  /**\n   * Reads a thing.\n   *\n   * @example\n   * ```ts\n   * const thing = await stock.getThing();\n   * ```\n   */\n  getThing(): void;\n";
  const project = await folderWith({
    "node_modules/@keywright/stock/dist/generated/client.d.ts": `/**\n * @example\n * \`\`\`ts\n * const stock = createStockClient({});\n * \`\`\`\n */\ninterface Stock {\n${documented}}\n`,
  });
  const program = await clientConsumer(project, "stock");
  expect(program).toContain('import { createStockClient, type StockClient } from "@keywright/stock";\n');
  expect(program).toContain("export async function call0(): Promise<void> {\nconst thing = await stock.getThing();\n}\n");
  expect(program).not.toContain("call1");
});
