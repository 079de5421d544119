import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import ts from "typescript";

/** A call whose types the compiler checks. */
export interface MadeCall {
  readonly scenario: string;
  readonly method: string;
  readonly input: unknown;
  /** The value of the method; absent for bytes and streams. */
  readonly value?: unknown;
}

/** The compiler's errors. */
export interface TypeErrors {
  /** A line for each client with errors: its first error, and the number of others. */
  readonly clients: readonly string[];
  /** The errors of scenarios whose input or value does not have the client's type. */
  readonly scenarios: ReadonlyMap<string, string>;
}

const CALLS = "calls.ts";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** Compiles generated clients, by their folders, with their calls. */
export async function checkTypes(calls: ReadonlyMap<string, readonly MadeCall[]>): Promise<TypeErrors> {
  await Promise.all([...calls].map(([folder, made]) => writeFile(join(folder, CALLS), callsSource(made))));
  const entries = [...calls.keys()].flatMap((folder) => [join(folder, "index.ts"), join(folder, CALLS)]);
  const clients = new Map<string, string[]>();
  const scenarios = new Map<string, string>();
  for (const { file, start, messageText } of ts.getPreEmitDiagnostics(ts.createProgram(entries, OPTIONS))) {
    const text = ts.flattenDiagnosticMessageText(messageText, " ");
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line;
    const scenario = file !== undefined && basename(file.fileName) === CALLS ? calls.get(dirname(file.fileName))?.[line - 1]?.scenario : undefined;
    if (scenario !== undefined) scenarios.set(scenario, scenarios.get(scenario) ?? text);
    else {
      const client = file === undefined ? "all" : basename(dirname(file.fileName));
      const place = file === undefined ? "" : `${basename(file.fileName)}:${line + 1}: `;
      clients.set(client, [...(clients.get(client) ?? []), `${place}${text}`]);
    }
  }
  return {
    clients: [...clients].map(([client, [first, ...others]]) => `${client}/${first}${others.length === 0 ? "" : ` (and ${others.length} more)`}`),
    scenarios,
  };
}

/** Returns the calls as source, one per line after the first: the input as a user would write it, and the value where its type is expected. */
function callsSource(calls: readonly MadeCall[]): string {
  const lines = calls.map(({ method, input, value }, index) => {
    const call = `client.${method}(${input === undefined ? "" : valueSource(input)})`;
    return value === undefined
      ? `void ${call};`
      : `void ${call}; export const value${index}: Awaited<ReturnType<typeof client.${method}>> = ${valueSource(value)};`;
  });
  return [
    'import type * as module from "./client.ts"; declare const client: ReturnType<Extract<(typeof module)[keyof typeof module], (options: never) => object>>;',
    ...lines,
    "",
  ].join("\n");
}

function valueSource(value: unknown): string {
  if (value instanceof File) return `new File([], ${JSON.stringify(value.name)})`;
  if (value instanceof Blob) return "new Blob([])";
  if (value instanceof Uint8Array) return "new Uint8Array()";
  if (Array.isArray(value)) return `[${value.map(valueSource).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${valueSource(member)}`)
    .join(", ")} }`;
}
