import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { camelOf, environmentOf, factoryOf, titleOf } from "@keywright/tool-test-kit/services";

/**
 * The program of a user of a client, made of what is published: the factory, the environment, the table, and each call that the documentation shows.
 *
 * @param project The folder where the package is installed.
 */
export async function clientConsumer(project: string, service: string): Promise<string> {
  const name = `@keywright/${service}`;
  const [factory, environment, type] = [factoryOf(service), environmentOf(service), `${titleOf(service)}Client`];
  const calls = await examplesOf(project, name);
  return `${[
    `import { ${factory}, type ${type} } from "${name}";`,
    `import { ${environment} } from "${name}/node";`,
    `import { operations } from "${name}/operations";`,
    `declare const options: Parameters<typeof ${factory}>[0];`,
    `export const ${camelOf(service)}: ${type} = ${factory}(options);`,
    `export const ofEnvironment: ${type} = ${factory}(${environment}());`,
    "export const ids: readonly (keyof typeof operations)[] = Object.keys(operations) as (keyof typeof operations)[];",
    "export declare const clientId: string, clientSecret: string, href: string;",
    ...calls.map((call, index) => `export async function call${index}(): Promise<void> {\n${call}\n}`),
    "// @ts-expect-error a method that the contract does not have",
    `${camelOf(service)}.noSuchOperation();`,
  ].join("\n")}\n`;
}

/** The calls that a client's own documentation shows, one for each operation. The example of the factory, which is not indented, is none of them. */
export async function examplesOf(project: string, name: string): Promise<string[]> {
  const text = await readFile(join(project, "node_modules", name, "dist/generated/client.d.ts"), "utf8");
  return [...text.matchAll(/^ {2,}\* @example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/gm)].map(([, block = ""]) => block.replaceAll(/^\s*\* ?/gm, ""));
}
