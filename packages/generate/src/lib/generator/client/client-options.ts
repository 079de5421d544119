import type { Credential, Operation } from "@keywright/core/client";
import { type Contract, schemesOf } from "../../contract/index.ts";
import type { ClientOperation } from "../rows/operation-rows.ts";
import { namedServers } from "../rows/servers.ts";
import { type Code, code, coreType, joinCode, openapiType } from "../text/code.ts";
import { docComment, key, pascalCase } from "../text/print.ts";

/** The options of a client. */
export interface ClientOptionsType {
  /** Name of the type: core's if the contract needs nothing else. */
  readonly name: Code;
  /** The declaration of the type; empty for core's. */
  readonly source: Code;
}

/** The options of a client: core's, and credentials and servers by their names in the contract. */
export function clientOptions(contract: Contract, operations: readonly ClientOperation[]): ClientOptionsType {
  const credentials = credentialsOf(operations.map(({ row }) => row));
  const servers = namedServers(contract, operations);
  const base = coreType("ClientOptions");
  if (credentials.length === 0 && servers.size === 0) return { name: base, source: code`` };
  const name = `${pascalCase(contract.service)}ClientOptions`;
  const given = credentials.map(
    (credential) =>
      code`${docComment([credentialDoc(contract, credential)], "    ")}    readonly ${key(credential.name)}?: ${typeOf(credential)} | undefined;\n`,
  );
  const picked =
    credentials.length === 0 ? code`Pick<${base}, "baseUrl" | "token" | "headers">` : `Pick<${name}, "baseUrl" | "token" | "credentials" | "headers">`;
  const named = [...servers].map(([server, description]) => code`${docComment([description], "    ")}    readonly ${key(server)}: ${picked};\n`);
  const credentialsDoc =
    "Credentials by the names of the contract's security schemes. An operation sends the first of its alternatives that is set. The bearer token is in `token`.";
  const serversDoc =
    "The other servers of the contract, each with its own address, credentials and headers: the client's own are only sent to the origin of `baseUrl`.";
  const members = [
    ...(given.length === 0 ? [] : [docComment([credentialsDoc], "  "), code`  readonly credentials?: {\n${joinCode(given)}  } | undefined;\n`]),
    ...(named.length === 0 ? [] : [docComment([serversDoc], "  "), code`  readonly servers: {\n${joinCode(named)}  };\n`]),
  ];
  return {
    name: code`${name}`,
    source: code`/** Options of a client for the ${contract.service} service. */\nexport interface ${name} extends ${base} {\n${joinCode(members)}}\n\n`,
  };
}

type Named = Credential & { readonly name: string };

/** The named credentials of all rows, without duplicates. */
export function credentialsOf(rows: readonly Operation[]): readonly Named[] {
  const all = rows.flatMap(({ security }) => (security.anyOf ?? []).flat()).filter((credential): credential is Named => credential.name !== undefined);
  return [...new Map(all.map((credential) => [credential.name, credential])).values()];
}

function typeOf({ type }: Named): Code {
  return { bearer: code`${coreType("ClientOptions")}["token"]`, basic: openapiType("UserCredentials"), key: code`string` }[type];
}

function credentialDoc(contract: Contract, credential: Named): string {
  const { description = "" } = schemesOf(contract)[credential.name] ?? {};
  return [description.trim(), formDoc(credential)].filter((text) => text !== "").join(" ");
}

function formDoc(credential: Named): string {
  if (credential.type === "bearer") return "A bearer token, a function that returns one, or a provider, like `token`.";
  if (credential.type === "basic") return "A user name and password, sent as Basic credentials.";
  const place = credential.in === "query" ? "query parameter" : credential.in;
  const browsers = credential.in === "cookie" ? " Browsers do not send it, because programs cannot set cookies there." : "";
  return `An API key, sent in the ${place} \`${credential.key}\`.${browsers}`;
}
