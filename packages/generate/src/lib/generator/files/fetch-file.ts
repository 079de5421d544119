import { fetchParts } from "../client/client-factory.ts";
import { clientOptions } from "../client/client-options.ts";
import type { ClientModel } from "../rows/operation-rows.ts";
import { code, importStatements, openapiValue } from "../text/code.ts";
import { camelCase, docComment, pascalCase } from "../text/print.ts";

/** Returns `fetch.ts`: a client of openapi-fetch, typed by the paths of the contract. */
export function fetchFile({ contract, operations, extension }: ClientModel): string {
  const rows = operations.map(({ row }) => row);
  const { service } = contract;
  const [type, create] = [`${pascalCase(service)}Fetch`, `create${pascalCase(service)}Fetch`];
  const options = clientOptions(contract, operations);
  const isOwn = options.source.text !== "";
  const servers = rows.some(({ server }) => server !== undefined) ? code`, ${openapiValue("createServerClients")}` : "";
  const { text, imports } = code`createFetchClient(createClient<paths>, ${fetchParts(rows)}, options${servers}) as ${type}`;
  return [
    isOwn ? "" : 'import type { ClientOptions } from "@keywright/core";\n',
    importStatements(imports),
    'import { createFetchClient, type RequestOther } from "@keywright/core/openapi-fetch";\n',
    'import createClient, { type Client } from "openapi-fetch";\n',
    isOwn ? `import type { ${options.name.text} } from "./client.${extension}";\n` : "",
    `import { operations } from "./operations.${extension}";\nimport type { paths } from "./schema.${extension}";\n\n`,
    docComment([`A client of openapi-fetch for the ${service} service. Its requests have the tokens, retries and time limits of the ordinary client.`]),
    `export interface ${type} extends Client<paths> {\n`,
    "  /** As in openapi-fetch; also calls an address at the origin of the service that the contract does not have. */\n",
    `  request: Client<paths>["request"] & RequestOther<paths>;\n}\n\n`,
    docComment([
      `Returns a client of openapi-fetch for the ${service} service. It sends no request until a method is called.`,
      `@param options The options of \`create${pascalCase(service)}Client\`.`,
      "@throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.",
      `@example\n\`\`\`ts\nconst ${camelCase(service)} = ${create}({ ${exampleOptions(service)} });\n\`\`\``,
    ]),
    `export function ${create}(options: ${options.name.text}): ${type} {\n  return ${text};\n}\n`,
  ].join("");
}

function exampleOptions(service: string): string {
  return `baseUrl: "https://${service}.example.com", token`;
}
