import { describe, expect, it } from "vitest";
import { checkInstantiations } from "../../src/api/check-instantiations.ts";
import { folderWith } from "../support.ts";

/** The factory of a client, whose example is no call of an operation. */
const FACTORY = `\n/**\n * Creates it.\n *\n * @example\n * \`\`\`ts\n * const fixture = createFixtureClient();\n * \`\`\`\n */\nexport declare function createFixtureClient(): Client;\n`;

/** A project with one client, as its declarations say; its documentation shows one call. */
function project(declarations: string, example = 'await fixture.getThing("a");'): Promise<string> {
  const client = `${declarations}\nexport interface Client {\n  /**\n   * Gets it.\n   *\n   * @example\n   * \`\`\`ts\n   * ${example}\n   * \`\`\`\n   */\n  getThing(id: string): Result;\n}\n${FACTORY}`;
  return folderWith({
    "package.json": '{"type":"module"}',
    "node_modules/@keywright/fixture/package.json": JSON.stringify({
      name: "@keywright/fixture",
      type: "module",
      exports: { ".": { types: "./dist/generated/client.d.ts" } },
    }),
    "node_modules/@keywright/fixture/dist/generated/client.d.ts": client,
  });
}

const clients = { Client: "@keywright/fixture" };

describe("the types of a program with every call", { timeout: 60_000 }, () => {
  it("cost a compiler next to nothing where they are written out", async () => {
    const found = await checkInstantiations(await project("export type Result = Promise<{ readonly id: string }>;"), clients);
    expect([found.calls, found.findings]).toEqual([1, []]);
    expect(found.instantiations).toBeLessThan(100);
  });

  it("are found wanting where they are computed", async () => {
    const counted = `type Count<N extends number, All extends 0[] = []> = All["length"] extends N ? All : Count<N, [...All, 0]>;\nexport type Result = Promise<Count<900>>;`;
    const { instantiations, findings } = await checkInstantiations(
      await project(counted, 'const made = await fixture.getThing("a"); void made.length;'),
      clients,
    );
    expect(instantiations).toBeGreaterThan(800);
    expect(findings).toEqual([`${instantiations} instantiations, 800 are the most: write out the types that the generator leaves to the compiler`]);
  });

  it("are found wanting where a call that is shown does not compile", async () => {
    const { findings } = await checkInstantiations(await project("export type Result = Promise<string>;", "await fixture.getThing(5);"), clients);
    expect(findings).toEqual([expect.stringContaining("error TS2345")]);
  });
});
