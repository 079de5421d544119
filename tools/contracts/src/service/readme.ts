import { camelOf, environmentOf, factoryOf } from "@keywright/tool-test-kit/services";
import type { Facts } from "./facts.ts";

/** The README of a new package; what stands between the marks is filled by the generator. */
export function readmeOf(facts: Facts): string {
  const { name, title, summary, modules } = facts;
  const [factory, environment] = [factoryOf(name), environmentOf(name)];
  const values = modules.includes("values.ts") ? ` The known values of every enumeration are in \`@keywright/${name}/values\`.` : "";
  return `# @keywright/${name}

Client of the ${title}.${summary === "" ? "" : ` ${summary}`} Types, methods and their documentation come from its contract.

## First call

\`\`\`sh
npm install @keywright/${name}
\`\`\`

\`\`\`ts
import { ${factory} } from "@keywright/${name}";

${facts.example}
\`\`\`

\`baseUrl\` may have a path prefix. It must be \`https\`, or \`http\` to this machine; \`allowInsecureHttp: true\` allows \`http\` elsewhere.${credentialWords(facts)} Each call takes options as its last argument: \`signal\`, \`timeoutMs\`, \`totalTimeoutMs\`, \`retry\`, \`headers\`, and of a list \`readAhead\`. ESM; Node 20.19 or newer, and other runtimes with \`fetch\`.

In Node, \`${environment}()\` r${facts.environment.slice(1)} If \`KEYWRIGHT_LOG\` is \`debug\`, \`info\` or \`warn\`, the calls are logged to standard error.

\`\`\`ts
import { ${factory} } from "@keywright/${name}";
import { ${environment} } from "@keywright/${name}/node";

export const fromEnvironment = ${factory}({ ...${environment}(), timeoutMs: 5000 });
\`\`\`

\`@keywright/core\` comes with this package and has what all clients share: its README, [\`@keywright/core\`](../core/README.md), has the details.

## Operations

<!-- generated: operations -->

<!-- end -->

\`${camelOf(name)}.raw\` has the same methods with the status and headers of the response.${values}

## Errors

A method returns the value or throws. Every error is a \`KeywrightError\` with a \`code\`; if you abort a call, it throws your reason. No message or enumerable property contains a token, a secret or a body.

<!-- generated: errors -->

<!-- end -->
`;
}

/** What the options of the example are, beside the address. */
function credentialWords({ example }: Facts): string {
  return [
    ...(/[{,] token: /.test(example) ? [" `token` is a string, a function that returns one for each request, or a provider."] : []),
    ...(/ credentials: \{/.test(example) ? [" `credentials` has what an operation sends, by the names of the contract: its type lists all of them."] : []),
    ...(/ servers: \{/.test(example)
      ? [" `servers` has the address of each further server with its own credentials, because those of the client are sent to `baseUrl` alone."]
      : []),
  ].join("");
}
