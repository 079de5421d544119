import { camelOf, environmentOf, factoryOf, titleOf } from "@keywright/tool-test-kit/services";
import type { Facts } from "./facts.ts";
import { readmeOf } from "./readme.ts";

/** The files of a new package that a person may change afterwards, by their paths from the root. The manifest is not among them. */
export function packageFiles(facts: Facts): { readonly [path: string]: string } {
  const { name } = facts;
  const folder = `packages/${name}`;
  return {
    [`${folder}/README.md`]: readmeOf(facts),
    [`${folder}/tsconfig.build.json`]: TSCONFIG,
    [`${folder}/tsconfig.build-node.json`]: TSCONFIG_NODE,
    [`${folder}/turbo.json`]: turboOf(name),
    [`${folder}/src/index.ts`]: 'export * from "./generated/index.ts";\n',
    [`${folder}/src/node.ts`]: nodeOf(name),
    [`${folder}/test/contract.test.ts`]: contractTest(name),
    [`${folder}/test/types.test-d.ts`]: typesTest(facts),
    [`.changeset/${name}-client.md`]: changeSet(facts),
  };
}

const TSCONFIG = `{
  "extends": "../../tsconfig.base.json",
  "compilerOptions": { "noEmit": false, "declaration": true, "emitDeclarationOnly": true, "rootDir": "src", "outDir": "dist" },
  "include": ["src"],
  "exclude": ["src/node.ts", "src/lib/node", "src/generated/environment.ts"]
}
`;

const TSCONFIG_NODE = `{
  "extends": "./tsconfig.build.json",
  "compilerOptions": { "types": ["node"] },
  "include": ["src/node.ts", "src/lib/node"],
  "exclude": []
}
`;

function turboOf(name: string): string {
  return `{
  "extends": ["//"],
  "tasks": {
    "generate": {
      "inputs": [
        "$TURBO_EXTENDS$",
        "$TURBO_ROOT$/specs/${name}/**/*.yaml",
        "$TURBO_ROOT$/packages/core/src/lib/errors.ts",
        "$TURBO_ROOT$/packages/core/src/lib/error-codes.ts"
      ],
      "outputs": ["src/generated/**", "README.md"]
    }
  }
}
`;
}

function nodeOf(name: string): string {
  return `export { ${environmentOf(name)} } from "./generated/environment.ts";\nexport type { EnvironmentOptions, ServiceEnvironment } from "./generated/environment.ts";\n`;
}

function contractTest(name: string): string {
  const factory = factoryOf(name);
  return `import document from "@keywright/${name}/openapi.json" with { type: "json" };
import { testContract } from "@keywright/tool-test-kit/testing";
import { operations } from "../src/generated/operations.ts";
import { ${factory} } from "../src/index.ts";

testContract({ document, operations, createClient: ${factory} });
`;
}

function typesTest({ name, operations, example }: Facts): string {
  const [factory, client] = [factoryOf(name), `${titleOf(name)}Client`];
  const [, options = ""] = /Client\(\{ (.*) \}\);/.exec(example) ?? [];
  const others = options.replace(/^baseUrl: "[^"]*"(, )?/, "");
  return `// What must compile and what must not. Nothing here runs: \`tsc\` reads it, and an \`@ts-expect-error\` without an error below it is one.

import { expectTypeOf } from "vitest";
import type { operations } from "../src/generated/operations.ts";
import { ${[factory, `type ${client}`].join(", ")} } from "../src/index.ts";

declare const ${camelOf(name)}: ${client};

/** The client takes its base address and its credentials, and has a method for each operation. */
export function theClient(): void {
  expectTypeOf(${factory}({ ${options} })).toEqualTypeOf<${client}>();
  expectTypeOf<Exclude<keyof ${client}, "raw">>().toEqualTypeOf<keyof typeof operations>();
  expectTypeOf<keyof ${client}["raw"]>().toEqualTypeOf<keyof typeof operations>();
  // @ts-expect-error the base address is missing
  ${factory}({ ${others} });
  expectTypeOf<Parameters<typeof ${factory}>[0]>().not.toHaveProperty("tokn");
}

/** A number is no input of any operation. */
export function inputs(): void {
${operations.map((id) => `  // @ts-expect-error a number\n  void ${camelOf(name)}.${id}(7);`).join("\n")}
}
`;
}

function changeSet({ name, title }: Facts): string {
  return `---
"@keywright/${name}": minor
---

Call every operation of the ${title} with types, documentation and safety that come from its contract.
`;
}
