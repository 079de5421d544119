import { isLoopback, oneOf, parseArguments, readDuration, UsageError } from "@keywright/cli-kit";
import { OPTIONS } from "./options.ts";
import { type Named, SERVICES, type Settings, type Tier } from "./session/settings.ts";

const TIERS: readonly Tier[] = ["read", "write", "faults"];
const FORMATS: readonly Settings["format"][] = ["text", "json", "junit"];

/** Reads the arguments. @throws UsageError with what was expected, and no possible credential. */
export function readArguments(args: readonly string[]): Settings | "help" | "version" {
  const values = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const urls = Object.fromEntries(
    SERVICES.flatMap((name) => (values[name] === undefined ? [] : [[name, checkUrl(name, values[name], values["allow-insecure-http"])]])),
  );
  if (Object.keys(urls).length === 0) throw new UsageError("name a server by --vault, --management or --events");
  const tiers = new Set<Tier>(["read", ...(values.tier ?? []).map((tier) => oneOf("--tier", tier, TIERS))]);
  const named: Named = {
    disposableVault: checkId("--disposable-vault", values["disposable-vault"]),
    foreignVault: checkId("--foreign-vault", values["foreign-vault"]),
    disposablePeople: values["disposable-person"] ?? [],
    disposableUser: values["disposable-user"],
    deletableUser: values["deletable-user"],
    workflow: values.workflow,
    run: values.run,
    variable: values.variable,
  };
  checkPeople(named.disposablePeople);
  const isNamed = named.disposableVault ?? named.disposablePeople[0] ?? named.disposableUser ?? named.deletableUser;
  if (tiers.has("write") && isNamed === undefined)
    throw new UsageError("--tier write needs something that may be written to: --disposable-vault, --disposable-person, --disposable-user or --deletable-user");
  if (named.disposableVault !== undefined && named.disposableVault === named.foreignVault)
    throw new UsageError("--disposable-vault and --foreign-vault must be two vaults");
  const format = oneOf("--format", values.format ?? "text", FORMATS);
  return { urls, tiers, named, timeoutMs: readDuration("--timeout", values.timeout ?? "30", 0.001, 600), format, out: values.out };
}

function parse(args: readonly string[]) {
  const { values, words } = parseArguments(args, {
    program: "keywright-conformance",
    options: OPTIONS,
    words: true,
    credentials: "Set a variable such as KEYWRIGHT_VAULT_TOKEN",
  });
  if (words.length > 0) throw new UsageError("expected options only, such as --vault https://vault.example.com");
  return values;
}

/** Messages never contain the address, because it may contain a password. */
function checkUrl(name: string, address: string, allowHttp: boolean): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new UsageError(`--${name} must be an address, such as https://${name}.example.com`);
  if (url.username !== "" || url.password !== "")
    throw new UsageError(`--${name} must not hold a user name or password; set a variable such as KEYWRIGHT_${name.toUpperCase()}_TOKEN`);
  if (url.search !== "" || url.hash !== "") throw new UsageError(`--${name} must not hold a query or fragment`);
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowHttp)
    throw new UsageError(`--${name} is http://, which would send credentials in clear text: use https://, or add --allow-insecure-http`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function checkId(option: string, id: string | undefined): string | undefined {
  if (id === undefined || /^[\da-z]{26}$/.test(id)) return id;
  throw new UsageError(`${option} must be the id of a vault: 26 lower-case letters or digits`);
}

function checkPeople(people: readonly string[]): void {
  if (people.some((person) => !/^[^@\s]+@[^@\s]+$/.test(person))) throw new UsageError("--disposable-person must be the primary email address of a person");
  if (people.length > 2 || new Set(people).size < people.length) throw new UsageError("--disposable-person takes one or two different people");
}
