import { type Contract, type ContractOperation, listOf, operationsOf, type Server } from "../../contract/index.ts";

/** URL of the first server, with the defaults of its variables; empty if there is none. */
export function serverUrl({ document }: Contract): string {
  const [server] = listOf(document.servers);
  return (server?.url ?? "").replaceAll(/\{(\w+)\}/g, (_all, name: string) => server?.variables?.[name]?.default ?? "");
}

/** Name of an operation's own server. All servers of a list are one: the user sets the address. */
export function serverOf(contract: Contract, { id, definition }: ContractOperation): string | undefined {
  const [server, ...others] = ownServers(contract, definition);
  if (server === undefined) return undefined;
  const name = server["x-name"];
  if (name === undefined || !isName(name)) {
    const came = name === undefined ? "has none" : `has ${JSON.stringify(name)}`;
    const derived = derivedNames(contract).get(addressOf(server)) ?? nameOf(addressOf(server));
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

function ownServers({ document }: Contract, { servers }: ContractOperation["definition"]): readonly Server[] {
  return JSON.stringify(servers) === JSON.stringify(document.servers) ? [] : listOf(servers);
}

function isName(name: string): boolean {
  return /^[a-z][a-zA-Z\d]*$/.test(name);
}

const DERIVED = new WeakMap<object, ReadonlyMap<string, string>>();

/** The names of servers that have none, by address. Two addresses never have the same name. */
function derivedNames(contract: Contract): ReadonlyMap<string, string> {
  const known = DERIVED.get(contract.document);
  if (known !== undefined) return known;
  const servers = operationsOf(contract).flatMap(({ definition }) => ownServers(contract, definition).slice(0, 1));
  const taken = new Map(servers.map((server) => [server["x-name"] ?? "", addressOf(server)]));
  const names = new Map<string, string>();
  for (const address of servers.filter(({ "x-name": name = "" }) => !isName(name)).map(addressOf)) {
    const isFree = (name: string): boolean => (taken.get(name) ?? address) === address;
    const whole = nameOf(address, true);
    let name = [nameOf(address), whole].find(isFree);
    for (let number = 2; name === undefined; number += 1) name = [`${whole}${number}`].find(isFree);
    taken.set(name, address);
    names.set(address, name);
  }
  DERIVED.set(contract.document, names);
  return names;
}

function addressOf({ url, variables = {} }: Server): string {
  return url.replaceAll(/\{(\w+)\}/g, (_all, name: string) => variables[name]?.default ?? name).replace(/\/+$/, "");
}

/** The words of an address as an identifier: `https://files.example.com/v2` is `filesExampleV2`. */
function nameOf(address: string, isWhole = false): string {
  const [host = "", ...path] = address.replace(/^\w+:\/\//, "").split("/");
  const labels = host.replace(/:\d+$/, "").split(".");
  const words = [...(isWhole ? labels : labels.slice(0, -1)), ...path].flatMap((part) => part.split(/[^A-Za-z\d]+/)).filter((word) => word !== "");
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
