import { credentialsOf } from "../client/client-options.ts";
import { type Contract, schemesOf } from "../../contract/index.ts";
import type { ClientModel } from "../rows/operation-rows.ts";
import { camelCase, docComment, pascalCase, toSource, variableName, variablePrefix } from "../text/print.ts";
import { usesToken } from "../rows/security.ts";
import { namedServers, serverUrl } from "../rows/servers.ts";

/** Returns `environment.ts`: reads the options of a client from the environment, in Node. */
export function environmentFile(model: ClientModel): string {
  const isNamed = credentialsOf(model.operations.map(({ row }) => row)).length > 0 || namedServers(model.contract, model.operations).size > 0;
  return isNamed ? namedEnvironmentFile(model) : tokenEnvironmentFile(model.contract);
}

/** For a contract with named credentials or several servers: each has its own variables. */
function namedEnvironmentFile({ contract, operations, extension }: ClientModel): string {
  const rows = operations.map(({ row }) => row);
  const { service } = contract;
  const [type, name, prefix] = [pascalCase(service), `${camelCase(service)}Environment`, variablePrefix(contract)];
  const hasToken = usesToken(rows);
  const credentials = credentialsOf(rows).map((credential) => ({ ...credential, variable: variableName(credential.name) }));
  const servers = Object.fromEntries([...namedServers(contract, operations).keys()].map((server) => [server, variableName(server)]));
  const variables = [...(hasToken ? ["TOKEN", "TOKEN_FILE"] : []), ...credentials.flatMap(variablesOf)];
  const all = [prefix, ...Object.values(servers).map((server) => `${prefix}_${server}`)].flatMap((start) =>
    ["URL", ...variables].map((end) => `${start}_${end}`),
  );
  const twice = all.find((variable, index) => all.indexOf(variable) !== index);
  if (twice !== undefined)
    contract.report(contract.document.components?.securitySchemes, `two credentials or servers have the variable ${twice}: rename one of them`);
  const each = variables.length === 0 ? "" : `, the credentials from ${variables.map((end) => `\`${prefix}_${end}\``).join(", ")}`;
  const others = Object.entries(servers).map(
    ([server, variable]) => `, those of the server \`${server}\` from variables that begin with \`${prefix}_${variable}\``,
  );
  const needs = [...(variables.length === 0 ? [] : ["a credential"]), ...(others.length === 0 ? [] : ["the address of each server"])];
  const needed = needs.length === 0 ? "" : ` Required are the address${needs.length === 2 ? `, ${needs.join(" and ")}` : ` and ${needs.join("")}`}.`;
  const members = [
    "baseUrl",
    ...(hasToken ? ["token"] : []),
    ...(credentials.length === 0 ? [] : ["credentials"]),
    ...(others.length === 0 ? [] : ["servers"]),
    "onEvent",
  ];
  const row = {
    service,
    prefix,
    hasToken,
    credentials: Object.fromEntries(credentials.map(({ name: credential, type: kind, variable }) => [credential, { type: kind, variable }])),
    servers,
  };
  const doc = docComment([
    `Returns the options of a client for the ${service} service from environment variables: the address from \`${prefix}_URL\`${each}${others.join("")}.${needed}`,
    ...whatReturns(service),
  ]);
  return [
    'import { type EnvironmentOptions, readNamedEnvironment } from "@keywright/core/node";\n',
    `import type { ${type}ClientOptions } from "./client.${extension}";\n\nexport type { EnvironmentOptions };\n\n`,
    "/** The client options from the environment. */\n",
    `export type ServiceEnvironment = Pick<${type}ClientOptions, ${members.map((member) => JSON.stringify(member)).join(" | ")}>;\n\n`,
    doc,
    `export function ${name}(options?: EnvironmentOptions): ServiceEnvironment {\n  return readNamedEnvironment<ServiceEnvironment>(${toSource(row, 2)}, options);\n}\n`,
  ].join("");
}

/** The end of the documentation of both functions. */
function whatReturns(service: string, parameters: readonly string[] = []): string[] {
  const [create, name] = [`create${pascalCase(service)}Client`, `${camelCase(service)}Environment`];
  return [
    "If `KEYWRIGHT_LOG` is `debug`, `info` or `warn`, the client logs to standard error. An empty variable is the same as an absent one.",
    ...parameters,
    `@returns Options for \`${create}\`. Add others with \`{ ...${name}(), timeoutMs: 5000 }\`.`,
    "@throws ConfigurationError if variables are missing, contradictory or invalid. The message has their names and no values.",
    `@example\n\`\`\`ts\nconst ${camelCase(service)} = ${create}(${name}());\n\`\`\``,
  ];
}

function variablesOf({ type, variable }: { readonly type: string; readonly variable: string }): string[] {
  if (type === "basic") return [`${variable}_USERNAME`, `${variable}_PASSWORD`];
  return type === "bearer" ? [variable, `${variable}_FILE`] : [variable];
}

function tokenEnvironmentFile(contract: Contract): string {
  const { service } = contract;
  const prefix = variablePrefix(contract);
  const name = `${camelCase(service)}Environment`;
  const tokenUrl = tokenUrlOf(contract);
  const options = tokenUrl === undefined ? "EnvironmentOptions" : "GrantEnvironmentOptions";
  const client = tokenUrl === undefined ? "" : `, or a client id in \`${prefix}_CLIENT_ID\` with its secret in \`${prefix}_CLIENT_SECRET\``;
  const grant = tokenUrl === undefined ? "" : `, grant: { tokenUrl: ${JSON.stringify(tokenUrl)}, clientCredentials, withNames }`;
  const doc = docComment([
    `Returns the options of a client for the ${service} service from environment variables: the address from \`${prefix}_URL\`, and the credential from \`${prefix}_TOKEN\` or \`${prefix}_TOKEN_FILE\` (a file; it is read again when it changes)${client}.`,
    ...whatReturns(service, tokenUrl === undefined ? [] : ["@param options `scope`: the scopes to request. Default: all scopes of the application."]),
  ]);
  return [
    tokenUrl === undefined ? "" : 'import { withNames } from "@keywright/core/client";\n',
    `import { type ${options}, readEnvironment, type ServiceEnvironment } from "@keywright/core/node";\n`,
    tokenUrl === undefined ? "" : 'import { clientCredentials } from "@keywright/core/oauth";\n',
    `\nexport type { ${options}, ServiceEnvironment };\n\n`,
    doc,
    `export function ${name}(options?: ${options}): ServiceEnvironment {\n  return readEnvironment({ service: ${JSON.stringify(service)}, prefix: "${prefix}"${grant} }, options);\n}\n`,
  ].join("");
}

/** The token endpoint for client credentials: a path if it is on the contract's server. */
function tokenUrlOf(contract: Contract): string | undefined {
  const schemes = Object.values(schemesOf(contract));
  const tokenUrl = schemes.find(({ flows }) => flows?.clientCredentials !== undefined)?.flows?.clientCredentials?.tokenUrl;
  if (tokenUrl === undefined || tokenUrl.startsWith("/")) return tokenUrl;
  const server = serverUrl(contract).replace(/\/+$/, "");
  if (tokenUrl.startsWith(`${server}/`)) return tokenUrl.slice(server.length);
  return URL.canParse(tokenUrl) ? tokenUrl : `/${tokenUrl}`;
}
