import { type Contract, type ContractOperation, deref, type Json } from "../../contract/index.ts";
import type { OperationRow } from "../rows/operation-rows.ts";
import { docComment, key, pascalCase } from "../text/print.ts";
import type { CredentialRow } from "../rows/security.ts";
import { namedServers } from "../rows/servers.ts";

/** The options of a client. */
export interface ClientOptionsType {
  /** Name of the type: core's if the contract needs nothing else. */
  readonly name: string;
  /** The declaration of the type; empty for core's. */
  readonly source: string;
  /** Whether core's type for Basic credentials is needed. */
  readonly hasUsers: boolean;
}

/** The options of a client: core's, and credentials and servers by their names in the contract. */
export function clientOptions(contract: Contract, operations: readonly ContractOperation[], rows: readonly OperationRow[]): ClientOptionsType {
  const credentials = credentialsOf(rows);
  const servers = namedServers(contract, operations);
  if (credentials.length === 0 && servers.size === 0) return { name: "ClientOptions", source: "", hasUsers: false };
  const name = `${pascalCase(contract.service)}ClientOptions`;
  const given = credentials.map(
    (credential) => `${docComment([credentialDoc(contract, credential)], "    ")}    readonly ${key(credential.name)}?: ${typeOf(credential)} | undefined;\n`,
  );
  const own = credentials.length === 0 ? "" : `, "credentials"`;
  const base = credentials.length === 0 ? "ClientOptions" : name;
  const named = [...servers].map(
    ([server, description]) =>
      `${docComment([description], "    ")}    readonly ${key(server)}: Pick<${base}, "baseUrl" | "token"${own === "" ? "" : ` | "credentials"`} | "headers">;\n`,
  );
  const members = [
    ...(given.length === 0
      ? []
      : [
          docComment(
            [
              "Credentials by the names of the contract's security schemes. An operation sends the first of its alternatives that is set. The bearer token is in `token`.",
            ],
            "  ",
          ),
          `  readonly credentials?: {\n${given.join("")}  } | undefined;\n`,
        ]),
    ...(named.length === 0
      ? []
      : [
          docComment(
            [
              "The other servers of the contract, each with its own address, credentials and headers: the client's own are only sent to the origin of `baseUrl`.",
            ],
            "  ",
          ),
          `  readonly servers: {\n${named.join("")}  };\n`,
        ]),
  ];
  return {
    name,
    source: `/** Options of a client for the ${contract.service} service. */\nexport interface ${name} extends ClientOptions {\n${members.join("")}}\n\n`,
    hasUsers: credentials.some(({ type }) => type === "basic"),
  };
}

type Named = CredentialRow & { readonly name: string };

/** The named credentials of all rows, without duplicates. */
export function credentialsOf(rows: readonly OperationRow[]): readonly Named[] {
  const all = rows.flatMap(({ security }) => (security.anyOf ?? []).flat()).filter((credential): credential is Named => credential.name !== undefined);
  return [...new Map(all.map((credential) => [credential.name, credential])).values()];
}

function typeOf({ type }: Named): string {
  return { bearer: 'ClientOptions["token"]', basic: "UserCredentials", key: "string" }[type];
}

function credentialDoc(contract: Contract, credential: Named): string {
  const schemes = (contract.document["components"] as Json)["securitySchemes"] as Json;
  const description = String(deref(contract, schemes[credential.name])["description"] ?? "").trim();
  const form =
    credential.type === "bearer"
      ? "A bearer token, a function that returns one, or a provider, like `token`."
      : credential.type === "basic"
        ? "A user name and password, sent as Basic credentials."
        : `An API key, sent in the ${WORDS[credential.in]} \`${credential.key}\`.${credential.in === "cookie" ? " Browsers do not send it, because programs cannot set cookies there." : ""}`;
  return [description, form].filter((text) => text !== "").join(" ");
}

const WORDS = { header: "header", query: "query parameter", cookie: "cookie" } as const;
