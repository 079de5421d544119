import { readFile } from "node:fs/promises";
import { UsageError } from "@keywright/cli-kit";
import type { Environment } from "@keywright/core/node";
import type { SecretName } from "../settings/sink-kinds.ts";

/** Returns the variable of a sink's credential, such as `KEYWRIGHT_TAIL_DATABASE_PASSWORD`. */
export function variable(sink: string, secret: SecretName): string {
  return `KEYWRIGHT_TAIL_${sink.toUpperCase().replaceAll("-", "_")}_${secret}`;
}

/** Returns a credential from the environment, or the file that the variable with `_FILE` names. */
export async function readSecret(env: Environment, sink: string, secret: SecretName): Promise<string | undefined> {
  const name = variable(sink, secret);
  const [value, path] = [env[name] || undefined, env[`${name}_FILE`] || undefined];
  if (value !== undefined && path !== undefined) throw new UsageError(`the environment has both ${name} and ${name}_FILE: remove one`);
  if (path === undefined) return checked(name, secret, value);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the file of ${name}_FILE cannot be read (${error.code ?? "unknown"})`);
  });
  return checked(name, secret, text.replace(/\r?\n$/, ""));
}

/** Whether a header can have a text. The platform's own errors contain the whole value. */
export function fitsHeader(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function checked(name: string, secret: SecretName, value: string | undefined): string | undefined {
  const isOfHeader = secret === "TOKEN" || secret === "API_KEY";
  if (value !== undefined && isOfHeader && !fitsHeader(value)) throw new UsageError(`${name} must be one line of ASCII characters: correct it`);
  return value;
}
