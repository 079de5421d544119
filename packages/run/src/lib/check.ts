import { printable } from "@keywright/core/client";
import type { CheckSettings } from "./command/arguments.ts";
import type { Exit } from "./process/child.ts";
import { readText, writeText } from "./secrets/files.ts";
import { openSecrets } from "./secrets/fresh-secrets.ts";
import type { CommandContext } from "./process/command-context.ts";
import { readTemplate, readVariables } from "./secrets/wanted.ts";

/** Resolves the secrets of the environment, env files and templates; prints their versions. */
export async function check({ envFiles, templates, network, scheme, json }: CheckSettings, { env, stdout }: CommandContext): Promise<Exit> {
  const sources = [
    await readVariables(env, { envFiles, scheme, keepToken: false }),
    ...(await Promise.all(templates.map(async (file) => readTemplate(file, await readText(file), scheme)))),
  ];
  const wanted = sources.flatMap((source) => source.wanted);
  const secrets = await openSecrets({ wanted, problems: sources.flatMap(({ problems }) => problems) }, env, { network, scheme });
  const lines = wanted.flatMap(({ name, references }) =>
    references.map((reference) => {
      const version = secrets.versionOf(reference);
      if (json) return JSON.stringify({ name, reference, version });
      return `${name}: ${reference}${version === undefined ? "" : ` (version ${version})`}`;
    }),
  );
  secrets.close();
  await writeText(stdout, lines.map((line) => `${printable(line)}\n`).join(""));
  return { code: 0 };
}
