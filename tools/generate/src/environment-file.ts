import type { Contract, Json } from "./contract.ts";
import { camelCase, constantName, docComment, pascalCase } from "./print.ts";
import { serverUrl } from "./servers.ts";

/** `environment.ts`: the function that reads the options of a client from the environment. It needs Node. */
export function environmentFile(contract: Contract): string {
  const { service } = contract;
  const prefix = `KEYWRIGHT_${constantName(service)}`;
  const name = `${camelCase(service)}Environment`;
  const tokenUrl = tokenUrlOf(contract);
  const options = tokenUrl === undefined ? "EnvironmentOptions" : "GrantEnvironmentOptions";
  const client = tokenUrl === undefined ? "" : `, or a client id in \`${prefix}_CLIENT_ID\` with its secret in \`${prefix}_CLIENT_SECRET\``;
  const grant = tokenUrl === undefined ? "" : `, grant: { tokenUrl: ${JSON.stringify(tokenUrl)}, clientCredentials }`;
  const doc = docComment([
    `Reads the options of a client of the ${service} service from the environment: the address from \`${prefix}_URL\`, and the credential from one of \`${prefix}_TOKEN\` and \`${prefix}_TOKEN_FILE\` (a file that is read again when it changes)${client}.`,
    "If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable counts as absent.",
    ...(tokenUrl === undefined ? [] : ["@param options `scope`: the scopes to ask for; by default all that the application has."]),
    `@returns What \`create${pascalCase(service)}Client\` takes. Add other options beside: \`{ ...${name}(), timeoutMs: 5000 }\`.`,
    "@throws ConfigurationError if variables are missing, contradict each other, or are invalid. The message names them and contains no value.",
    `@example\n\`\`\`ts\nconst ${camelCase(service)} = create${pascalCase(service)}Client(${name}());\n\`\`\``,
  ]);
  return [
    `import { type ${options}, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";\n`,
    tokenUrl === undefined ? "" : 'import { clientCredentials } from "@keywright/core/oauth";\n',
    `\nexport type { ${options}, ServiceEnvironment };\n\n`,
    doc,
    `export function ${name}(options?: ${options}): ServiceEnvironment {\n  return readEnvironment({ service: ${JSON.stringify(service)}, prefix: "${prefix}"${grant} }, options);\n}\n`,
  ].join("");
}

/** The token endpoint of the client credentials grant: a path if it is on the contract's server, so that it follows the base URL. */
function tokenUrlOf(contract: Contract): string | undefined {
  const schemes = Object.values(((contract.document["components"] ?? {}) as Json)["securitySchemes"] ?? {}) as readonly Json[];
  const flows = schemes.map(({ flows: found }) => (found ?? {}) as { readonly clientCredentials?: { readonly tokenUrl: string } });
  const tokenUrl = flows.find(({ clientCredentials }) => clientCredentials !== undefined)?.clientCredentials?.tokenUrl;
  if (tokenUrl === undefined || tokenUrl.startsWith("/")) return tokenUrl;
  const server = serverUrl(contract).replace(/\/+$/, "");
  if (tokenUrl.startsWith(`${server}/`)) return tokenUrl.slice(server.length);
  return URL.canParse(tokenUrl) ? tokenUrl : `/${tokenUrl}`;
}
