import { type Options, parseArguments, UsageError } from "@keywright/cli-kit";
import { isUrl } from "./read/allowed-references.ts";
import { isServiceName } from "./contract/variable-name.ts";

/** The text of `--help`. */
export const USAGE = [
  "Usage: keywright-generate <contract> --out <folder> [--name <service>] [--extension js|ts] [--fetch] [--check]",
  "       keywright-generate diff <old> <new>: lists what a change of a contract means for users; --help has its options",
  "Generates a TypeScript client on @keywright/core from an OpenAPI contract of version 2.0, 3.0, 3.1 or 3.2.",
  "  <contract>   the contract's first file, in YAML or JSON; it may refer to others in its folder",
  "  --out        the folder for the generated files, which contains no others",
  "  --name       the name of the service in code: billing makes createBillingClient. Default: the first word of the contract's title",
  "  --env-prefix the beginning of the environment variables with the client's options: ACME reads ACME_URL. Default: KEYWRIGHT_ and the name",
  "  --extension  the extension in imports between the files: js, which every compiler and bundler finds, or ts. Default: js",
  "  --allow-references  another folder, file or URL that the contract may refer to, such as ../shared or https://api.example.com/schemas; repeatable",
  "  --fetch      also writes fetch.ts: a client of openapi-fetch, which you install",
  "  --overlay    a file of OpenAPI Overlay 1.0 or later, with changes of the contract's first file; repeatable",
  "  --include    an operationId, tag or path, with * for any text: generates only such operations; repeatable",
  "  --exclude    the same for operations to leave out; repeatable",
  "  --check      writes nothing; fails if the folder differs from the contract",
  "  --json       prints what was found, and what was chosen, as a list in JSON",
  "  --help       prints this text",
  "Exit codes: 0 success, 1 the contract or the folder must change, 2 an invalid argument.",
].join("\n");

/** The arguments of the command. */
export type Arguments = ReturnType<typeof readArguments>;

const OPTIONS = {
  out: { type: "string" },
  name: { type: "string" },
  "env-prefix": { type: "string" },
  extension: { type: "string", default: "js" },
  "allow-references": { type: "string", multiple: true, default: [] },
  fetch: { type: "boolean", default: false },
  overlay: { type: "string", multiple: true, default: [] },
  include: { type: "string", multiple: true, default: [] },
  exclude: { type: "string", multiple: true, default: [] },
  check: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} satisfies Options;

/**
 * Reads the arguments after the command's name.
 *
 * @throws UsageError if they are invalid.
 */
export function readArguments(args: readonly string[]) {
  const { values, words } = parseArguments(args, { program: "keywright-generate", options: OPTIONS, words: true });
  const [contract, second] = words;
  const { out, "env-prefix": envPrefix, "allow-references": allowReferences, overlay: overlays, ...others } = values;
  const { name, extension } = others;
  if (contract === undefined) throw new UsageError("<contract> is missing: pass the contract's first file.");
  if (words.some((word) => word.includes("://"))) throw new UsageError("<contract> must be the path of a file, not a URL: download it first.");
  if (second !== undefined) throw new UsageError(`Expected one contract; got ${contract} and ${second}.`);
  if (out === undefined || out === "") throw new UsageError("--out is missing: pass the folder for the generated files.");
  if (name !== undefined && !isServiceName(name))
    throw new UsageError(
      `--name must consist of letters and digits with dashes in between, and not be a reserved word of JavaScript; got ${JSON.stringify(name)}.`,
    );
  if (envPrefix !== undefined && !/^[A-Za-z]\w*$/.test(envPrefix))
    throw new UsageError(`--env-prefix must consist of letters, digits and underscores, such as ACME; got ${JSON.stringify(envPrefix)}.`);
  if (extension !== "js" && extension !== "ts") throw new UsageError(`--extension must be js or ts; got ${JSON.stringify(extension)}.`);
  const other = allowReferences.find((place) => place === "" || (isUrl(place) && !(/^https?:/i.test(place) && URL.canParse(place))));
  if (other !== undefined) throw new UsageError(`--allow-references must be a folder, a file, or a URL with http or https; got ${JSON.stringify(other)}.`);
  return { ...others, contract, out, extension, envPrefix, allowReferences, overlays } as const;
}
