import { environmentOf, factoryOf } from "@keywright/tool-services";
import type { Facts } from "./facts.ts";

/** The README of a new package; what stands between the marks is filled by the generator. */
export function readmeOf(facts: Facts): string {
  const { name, title, summary, modules } = facts;
  const [factory, environment, prefix] = [factoryOf(name), environmentOf(name), `KEYWRIGHT_${name.toUpperCase()}`];
  const values = modules.includes("values.ts") ? ` The known values of every enumeration are in \`@keywright/${name}/values\`.` : "";
  return `# @keywright/${name}

Client of the ${title}.${summary === "" ? "" : ` ${summary}`} Types, methods and their documentation come from its contract.

## First call

\`\`\`sh
npm install @keywright/${name}
\`\`\`

\`\`\`ts
import { ${factory} } from "@keywright/${name}";

${firstCall(facts)}
\`\`\`

\`baseUrl\` may have a path prefix. It must be \`https\`, or \`http\` to this machine; \`allowInsecureHttp: true\` allows \`http\` elsewhere. \`token\` is a string, a function that returns one for each request, or a provider. Each call takes options as its last argument: \`signal\`, \`timeoutMs\`, \`totalTimeoutMs\`, \`retry\`, \`headers\`, and of a list \`readAhead\`. ESM; Node 20.19 or newer, and other runtimes with \`fetch\`.

In Node, \`${environment}()\` reads the address and the credential from the environment: \`${prefix}_URL\`, and \`${prefix}_TOKEN\` or \`${prefix}_TOKEN_FILE\`. If \`KEYWRIGHT_LOG\` is \`debug\`, \`info\` or \`warn\`, the calls are logged to standard error.

\`\`\`ts
import { ${factory} } from "@keywright/${name}";
import { ${environment} } from "@keywright/${name}/node";

export const fromEnvironment = ${factory}({ ...${environment}(), timeoutMs: 5000 });
\`\`\`

\`@keywright/core\` comes with this package and has what all clients share: its README, [\`@keywright/core\`](../core/README.md), has the details.

## Operations

<!-- generated: operations -->

<!-- end -->

\`${name}.raw\` has the same methods with the status and headers of the response.${values}

## Errors

A method returns the value or throws. Every error is a \`KeywrightError\` with a \`code\`; if you abort a call, it throws your reason. No message or enumerable property contains a token, a secret or a body.

<!-- generated: errors -->

<!-- end -->
`;
}

/** The example of the factory in the generated documentation: it creates the client and calls an operation that needs no input. */
function firstCall({ name, client }: Facts): string {
  const before = client.slice(0, client.indexOf(`\nexport function ${factoryOf(name)}(`));
  const [, example = ""] = /[\s\S]*```ts\n([\s\S]*?)\n \* ```/.exec(before) ?? [];
  return example.replaceAll(/^ \* ?/gm, "");
}
