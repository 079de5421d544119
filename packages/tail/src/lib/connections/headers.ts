import { UsageError } from "@keywright/cli-kit";
import { fitsHeader } from "./secrets.ts";

/**
 * Reads headers in the form of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value,name=value`, with
 * percent-encoded values.
 *
 * @param variable The name of the variable, for the message.
 */
export function readHeaders(variable: string, text: string): { readonly [name: string]: string } {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = "", value = ""] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
        const decoded = decodeURIComponent(value.trim());
        if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !fitsHeader(decoded)) throw new Error("not a header");
        return [name, decoded];
      }),
    );
  } catch {
    throw new UsageError(`${variable} must be name=value pairs with commas between, percent-encoded, of ASCII characters: correct it`);
  }
}
