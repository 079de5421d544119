import { resolveSecret } from "@keywright/vault/references";
import type { ReadOneSettings } from "./command/arguments.ts";
import type { Exit } from "./process/child.ts";
import { connect } from "./secrets/connect.ts";
import { writeText } from "./secrets/files.ts";
import type { CommandContext } from "./process/command-context.ts";

/** Prints one secret. */
export async function readOne({ reference, network, scheme, newline }: ReadOneSettings, { env, stdout }: CommandContext): Promise<Exit> {
  const value = await resolveSecret(await connect(env, network), reference, { scheme });
  await writeText(stdout, newline ? `${value}\n` : value);
  return { code: 0 };
}
