import { isUtf8 } from "node:buffer";
import { printable } from "@keywright/core/client";
import type { CheckSettings } from "./command/arguments.ts";
import type { Exit } from "./process/child.ts";
import { readText, writeText } from "./secrets/files.ts";
import { openSecrets } from "./secrets/fresh-secrets.ts";
import type { CommandContext } from "./process/command-context.ts";
import { expandItems } from "./secrets/whole-items.ts";
import { bytesOf, readTemplate, readVariables } from "./secrets/wanted.ts";

/** Resolves the secrets of the environment, env files and templates; prints their versions. */
export async function check({ envFiles, envFrom, templates, network, scheme, json }: CheckSettings, { env, stdout, clock }: CommandContext): Promise<Exit> {
  const variables = await readVariables(env, { envFiles, envFrom, scheme, keepToken: false, asBytes: true });
  const texts = await Promise.all(templates.map(async (file) => readTemplate(file, await readText(file), scheme)));
  const sources = [variables, ...texts];
  const all = { wanted: sources.flatMap(({ wanted }) => wanted), problems: sources.flatMap(({ problems }) => problems) };
  const secrets = await openSecrets(all, env, { network, scheme, clock });
  try {
    const valueOf = await secrets.read();
    const { wanted, left } = expandItems(variables, valueOf);
    const lines = [...wanted, ...texts.flatMap((text) => text.wanted)].flatMap((each) => {
      const { name, references, item, field, written } = each;
      const needsFiles = written !== undefined && !isText(bytesOf(each, valueOf));
      return references.map((found) => {
        const version = secrets.versionOf(found);
        const reference = item ?? written ?? found;
        if (json) return JSON.stringify({ name, reference, field, version, ...(needsFiles ? { needsFiles } : {}) });
        return `${name}: ${reference}${field === undefined ? "" : `, field ${field}`}${version === undefined ? "" : ` (version ${version})`}${needsFiles ? ", is no text: use --files" : ""}`;
      });
    });
    for (const { item, field, reason } of left) lines.push(json ? JSON.stringify({ reference: item, field, reason }) : `${item}, field ${field}: ${reason}`);
    await writeText(stdout, lines.map((line) => `${printable(line)}\n`).join(""));
  } finally {
    secrets.close();
  }
  return { code: 0 };
}

/** Whether an environment variable can have it. */
function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}
