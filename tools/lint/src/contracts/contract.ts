import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { BaseResolver, bundle, type Config, type Document, getLineColLocation } from "@redocly/openapi-core";
import type { Finding } from "./finding.ts";
import { type Json, valueAt } from "./places.ts";

/** One service's contract, bundled into one document whose `$ref`s are all local. */
export interface Contract {
  /** The root file, absolute. */
  readonly file: string;
  readonly document: Json;
  /** Makes a finding about a place of the bundled document, with its line where that place stands in the root file. */
  findingAt(pointer: string, message: string): Finding;
}

/** The root files of all contracts: `specs/<service>/openapi.yaml`, in the order of their names. */
export async function findContracts(specs: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of (await readdir(specs)).sort()) {
    const file = join(specs, name, "openapi.yaml");
    if (
      await stat(file).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      files.push(file);
  }
  return files;
}

/** Reads and bundles a contract that has been linted. */
export async function loadContract(file: string, config: Config): Promise<Contract> {
  const source = (await new BaseResolver().resolveDocument(null, file, true)) as Document;
  const { bundle: bundled } = await bundle({ ref: file, config });
  const document = bundled.parsed as Json;
  return {
    file,
    document,
    findingAt(pointer, message) {
      // A component that another file defines has no line in the root file: its place in the bundle must do.
      if (valueAt(source.parsed as Json, pointer) === undefined) return { file, message: `${message} (at #${pointer} of the bundled contract)` };
      const { start } = getLineColLocation({ source: source.source, pointer: `#${pointer}`, reportOnKey: true });
      return { file, line: start.line, column: start.col, message };
    },
  };
}
