import { type Contract, type ContractOperation, listOf, type Server } from "../../contract/index.ts";

/** URL of the first server, with the defaults of its variables; empty if there is none. */
export function serverUrl({ document }: Contract): string {
  const [server] = listOf(document.servers);
  return (server?.url ?? "").replaceAll(/\{(\w+)\}/g, (_all, name: string) => server?.variables?.[name]?.default ?? "");
}

/** Name of an operation's own server. All servers of a list are one: the user sets the address. */
export function serverOf(contract: Contract, { id, definition }: ContractOperation): string | undefined {
  const [server, ...others] = listOf(definition.servers);
  if (server === undefined || JSON.stringify([server, ...others]) === JSON.stringify(contract.document.servers ?? [])) return undefined;
  const name = server["x-name"];
  if (name === undefined || !/^[a-z][a-zA-Z\d]*$/.test(name)) {
    const came = name === undefined ? "has none" : `has ${JSON.stringify(name)}`;
    const derived = derivedName(server);
    contract.note(
      server,
      `${id} has its own server, which needs a name for the client's option servers; it ${came}: write "x-name: uploads", or another identifier`,
      derived,
    );
    return derived;
  }
  const differing = others.find((other) => other["x-name"] !== undefined && other["x-name"] !== name);
  if (differing !== undefined)
    contract.report(
      differing,
      `${id} has servers of two names, ${name} and ${differing["x-name"]}, but a client needs one: use one name, or remove one server`,
    );
  return name;
}

/** The words of a server's address as an identifier: `https://files.example.com/v2` is `filesExampleV2`. */
function derivedName({ url, variables = {} }: Server): string {
  const filled = url.replaceAll(/\{(\w+)\}/g, (_all, name: string) => variables[name]?.default ?? name);
  const [host = "", ...path] = filled.replace(/^\w+:\/\//, "").split("/");
  const words = [...host.replace(/:\d+$/, "").split(".").slice(0, -1), ...path].flatMap((part) => part.split(/[^A-Za-z\d]+/)).filter((word) => word !== "");
  const name = words.map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  return /^[a-z]/.test(name) ? name : `server${name}`;
}

/** The first server of each name, for its description. */
export function namedServers(contract: Contract, operations: readonly ContractOperation[]): ReadonlyMap<string, string | undefined> {
  const servers = new Map<string, string | undefined>();
  for (const operation of operations) {
    const name = serverOf(contract, operation);
    const [server] = listOf(operation.definition.servers);
    if (name !== undefined && !servers.has(name)) servers.set(name, server?.description);
  }
  return servers;
}
