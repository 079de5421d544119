import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

const RULES = [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }];

/** Returns a finding with the kind and the line, never the value, for each text that looks like a secret. */
export async function findSecrets(file: string, content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: `/${file}`, content, contentType: "text", ext: `.${file.split(".").at(-1)}` },
    options: { config: { rules: RULES }, maskSecrets: true },
  });
  return messages.map(({ loc, ruleId }) => `${file}:${loc.start.line} looks like a secret (${ruleId.split("/").at(-1)}); remove and revoke it.`);
}
