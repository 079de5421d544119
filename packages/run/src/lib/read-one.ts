import { resolveSecret } from "@keywright/vault/references";
import type { ReadOneSettings } from "./arguments.ts";
import type { Exit } from "./child.ts";
import { connect } from "./connect.ts";
import { writeText } from "./files.ts";
import type { Surroundings } from "./surroundings.ts";

/** Prints one secret. */
export async function readOne({ reference, scheme, newline }: ReadOneSettings, { env, stdout }: Surroundings): Promise<Exit> {
  const value = await resolveSecret(connect(env), reference, { scheme });
  await writeText(stdout, newline ? `${value}\n` : value);
  return { code: 0 };
}
