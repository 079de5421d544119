import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, isScalar, LineCounter, type Pair, parseDocument } from "yaml";
import type { Fault } from "./fault.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
/** The properties of a fault in a list. */
const PROPERTIES: { readonly [name: string]: (value: unknown) => boolean } = {
  from: isText,
  to: (value) => typeof value === "string",
  loss: isText,
  tests: (value) => Array.isArray(value) && value.every(isText),
  survives: isText,
};

/** Reads a list of `faults`: `worlds`, or the name of a package. */
export function readFaults(name: string): readonly Fault[] {
  return parseFaults(`${name}.yaml`, readFileSync(join(import.meta.dirname, "../faults", `${name}.yaml`), "utf8"));
}

/** Parses a list of faults by file and then by id. @throws Error with the line of the mistake. */
export function parseFaults(list: string, text: string): readonly Fault[] {
  const lines = new LineCounter();
  const { contents, errors } = parseDocument(text, { lineCounter: lines });
  if (errors[0] !== undefined) throw new Error(`${list}: ${errors[0].message}`);

  function entriesOf(node: unknown, place: string): readonly (readonly [key: string, value: unknown, place: string])[] {
    if (!isMap(node)) throw new Error(`${place}: expected faults by file and then by id`);
    return node.items.map(({ key, value }: Pair) => {
      if (!isScalar(key)) throw new Error(`${place}: expected a text as the key`);
      return [String(key.value), value, `${list}:${lines.linePos(key.range?.[0] ?? 0).line}`];
    });
  }

  return entriesOf(contents, list).flatMap(([file, faults, filePlace]) =>
    entriesOf(faults, filePlace).map(([id, fault, place]) => {
      const properties = Object.fromEntries(entriesOf(fault, place).map(([name, value, ownPlace]) => [name, readProperty(name, value, ownPlace)]));
      for (const name of ["from", "to"]) if (properties[name] === undefined) throw new Error(`${place}: ${id} lacks ${name}`);
      return { id, file, ...properties } as Fault;
    }),
  );
}

function readProperty(name: string, node: unknown, place: string): unknown {
  const value: unknown = Object(node).toJSON();
  const isRight = PROPERTIES[name];
  if (isRight === undefined) throw new Error(`${place}: expected one of ${Object.keys(PROPERTIES).join(", ")}; got ${name}`);
  if (!isRight(value)) throw new Error(`${place}: ${name} must be ${name === "tests" ? "a list of texts" : "a text"}; got ${JSON.stringify(value)}`);
  return value;
}
