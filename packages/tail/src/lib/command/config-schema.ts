import { SINK_NAME } from "./config-file.ts";
import { OPTION_LIST } from "./options.ts";
import { STREAM_NAMES } from "../events/streams.ts";

/** Returns the JSON Schema of a configuration file, from the table of options. */
export function configSchema(): object {
  const stream = objectOf({ ...optionsAt("stream"), sinks: { description: "Names of sinks.", type: "array", items: { type: "string" }, minItems: 1 } }, [
    "sinks",
  ]);
  const sinks = {
    type: "object",
    propertyNames: { pattern: SINK_NAME.source, not: { const: "checkpoint" } },
    additionalProperties: objectOf(optionsAt("sink"), ["to"]),
  };
  const streams = objectOf(Object.fromEntries(STREAM_NAMES.map((name) => [name, stream])), []);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "The configuration file of keywright-tail",
    ...objectOf({ $schema: { type: "string" }, ...optionsAt("process"), ...optionsAt("stream"), sinks, streams: { ...streams, minProperties: 1 } }, [
      "sinks",
      "streams",
    ]),
  };
}

function objectOf(properties: { readonly [name: string]: unknown }, required: readonly string[]): object {
  return { type: "object", properties, required, additionalProperties: false };
}

function optionsAt(place: string): { readonly [name: string]: object } {
  const options = OPTION_LIST.filter(([, option]) => option.place === place);
  return Object.fromEntries(
    options.map(([name, { kind, help }]) => [name, { description: sentence(help), ...(kind === undefined ? { type: "boolean" } : kind.schema) }]),
  );
}

function sentence(help: string): string {
  const line = help.replaceAll("\n", " ");
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}
