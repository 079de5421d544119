import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { camelOf, environmentOf, factoryOf, findVendors, titleOf } from "@keywright/tool-test-kit/services";

/**
 * Returns a user's program: a client's factory, environment, table, and all documented calls.
 *
 * @param project The folder where the package is installed.
 * @throws Error if the documentation shows no call.
 */
export async function clientProgram(project: string, service: string): Promise<string> {
  const name = `@keywright/${service}`;
  const [factory, environment, type] = [factoryOf(service), environmentOf(service), `${titleOf(service)}Client`];
  const text = await readFile(join(project, "node_modules", name, "dist/generated/client.d.ts"), "utf8");
  // The example of the factory, which is not indented, is no call.
  const examples = [...text.matchAll(/^ {2,}\* @example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/gm)].map(([, block = ""]) => block.replaceAll(/^\s*\* ?/gm, ""));
  // A contract of others need not have the examples of which calls consist.
  const isVendor = findVendors().includes(service);
  if (examples.length === 0 && !isVendor) throw new Error(`no operation of ${name} has an example in its documentation; add one to its contract.`);
  return `${[
    `import { ${factory}, type ${type} } from "${name}";`,
    `import { ${environment} } from "${name}/node";`,
    `import { operations } from "${name}/operations";`,
    `declare const options: Parameters<typeof ${factory}>[0];`,
    `export const ${camelOf(service)}: ${type} = ${factory}(options);`,
    `export const ofEnvironment: ${type} = ${factory}(${environment}());`,
    "export const ids: readonly (keyof typeof operations)[] = Object.keys(operations) as (keyof typeof operations)[];",
    "export declare const clientId: string, clientSecret: string, href: string;",
    ...(isVendor ? [] : examples).map((call, index) => `export async function call${index}(): Promise<void> {\n${call}\n}`),
    "// @ts-expect-error a method that the contract does not have",
    `${camelOf(service)}.noSuchOperation();`,
  ].join("\n")}\n`;
}
