import type { Fault } from "../fault.ts";

/** Files by the end of their path. */
const TREES = "/value-trees.ts";
const CONSTRAINTS = "/constraints.ts";
const PARAMETERS = "/parameters.ts";
const SECURITY = "/security.ts";

export const generatorFaults: readonly Fault[] = [
  {
    id: "generator-secret-in-any-of",
    file: TREES,
    from: 'const lists = ["allOf", "oneOf", "anyOf"]',
    to: 'const lists = ["allOf", "oneOf"]',
    loss: "A secret in an alternative of a response is printed.",
  },
  {
    id: "generator-secret-in-pattern",
    file: TREES,
    from: "additionalProperties, unevaluatedProperties, ...Object.values(patternProperties as Json)].filter(",
    to: "additionalProperties, unevaluatedProperties, ...Object.values({ patternProperties }).slice(1)].filter(",
    loss: "A secret in a property whose name is a pattern is printed.",
  },
  {
    id: "generator-all-of-overrides",
    file: CONSTRAINTS,
    from: "for (const [name, inner] of Object.entries(value as typeof properties)) join((properties[name] ??= {}), inner);",
    to: "Object.assign(properties, value);",
    loss: "Of two schemas that are joined only the last one's limits are checked.",
  },
  {
    id: "generator-exclusive-minimum",
    file: CONSTRAINTS,
    from: "Math.floor(exclusiveMinimum) + 1",
    to: "Math.floor(exclusiveMinimum)",
    loss: "A value that the contract excludes is sent.",
  },
  {
    id: "generator-weaker-minimum",
    file: CONSTRAINTS,
    from: "LEAST.includes(keyword)) row[keyword] = Math.max(",
    to: "LEAST.includes(keyword)) row[keyword] = Math.min(",
    loss: "Of two lower limits the weaker one is checked.",
  },
  {
    id: "generator-request-secrets",
    file: "/operation-rows.ts",
    from: 'secretsOf(contract, bodyOf(contract, operation)?.content["schema"]);',
    to: "secretsOf(contract, undefined);",
    loss: "Errors and dry runs show the secrets of request bodies.",
  },
  {
    id: "generator-optional-credential",
    file: SECURITY,
    from: "if (requirements.every((requirement)",
    to: "if (requirements.some((requirement)",
    loss: "A credential that is optional is never sent.",
  },
  {
    id: "generator-credential-words",
    file: SECURITY,
    from: "return alternatives.length === anyOf.length ?",
    to: "return alternatives.length !== anyOf.length ?",
    loss: "The documentation says that a needed credential is optional.",
  },
  {
    id: "generator-undeclared-parameter",
    file: PARAMETERS,
    from: "  refuseUndeclared(contract, operation);\n",
    to: "",
    loss: "A path parameter without a declaration is sent with its braces.",
  },
  {
    id: "generator-header-in-other-letters",
    file: PARAMETERS,
    from: "if (headers.has(name.toLowerCase()))",
    to: "if (headers.has(name))",
    loss: "Of two headers that differ in case one is lost.",
  },
  {
    id: "generator-short-key-accepted",
    file: "/idempotency.ts",
    from: "maxLength < 36 ||",
    to: "maxLength < 32 ||",
    loss: "The service refuses the idempotency keys that the client makes.",
  },
  {
    id: "generator-poll-by-write",
    file: "/poll.ts",
    from: 'if (polled.method !== "GET") refuse(',
    to: 'if (polled.method === "DELETE") refuse(',
    loss: "A write is sent again and again as a poll.",
  },
  {
    id: "generator-write-only-answered",
    file: "/directions.ts",
    from: '!hasMark(contract, property, "writeOnly")',
    to: '!hasMark(contract, property, "readOnly")',
    loss: "The type of an answer lacks what the server sends, and has what it never sends.",
  },
  {
    id: "generator-stale-files-stay",
    file: "/output-folder.ts",
    from: "  for (const name of stale) await rm(join(folder, name));\n",
    to: "",
    loss: "Files of operations that are gone stay in the client.",
  },
  {
    id: "generator-readme-of-others",
    file: "/foreign-files.ts",
    from: '(isOwn && ["README.md", "openapi.json"].includes(entry.name) ? true',
    to: '(["README.md", "openapi.json"].includes(entry.name) ? true',
    loss: "A README that somebody wrote is overwritten.",
  },
  {
    id: "generator-joined-required",
    file: "/schema-types.ts",
    from: ", ...(allOf as readonly unknown[]).flatMap((part) => [...requiredOf(contract, part)])]);",
    to: ", ...(allOf as readonly unknown[]).slice(0, 0).flatMap((part) => [...requiredOf(contract, part)])]);",
    loss: "A property that a joined schema requires counts as optional.",
  },
  {
    id: "generator-int64-as-number",
    file: "/schema-types.ts",
    from: 'return isInt64(schema) ? "string" : "number";',
    to: 'return isInt64(schema) ? "number" : "number";',
    loss: "The compiler takes a decimal string for a number.",
  },
  {
    id: "generator-own-security-lost",
    file: "/merge-operations.ts",
    from: "if (value !== undefined && operation[name] === undefined)",
    to: "if (value !== undefined)",
    loss: "An operation that is open to all asks for a token.",
  },
  {
    id: "generator-excludes-itself",
    file: "/exclusion.ts",
    from: "group.slice(index + 1)",
    to: "group.slice(index)",
    loss: "A property excludes itself, and can never be given.",
  },
  {
    id: "generator-pages-in-a-circle",
    file: "/check-pages.ts",
    from: "new Set(positions).size < positions.length",
    to: "new Set(positions).size > positions.length",
    loss: "Example pages that lead in a circle are accepted, and the mock never ends.",
  },
];
