import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

const RULES = [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }];

/** What in a text looks like a secret: which kind and in which line, never the value. */
export async function findSecrets(file: string, content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: `/${file}`, content, contentType: "text", ext: `.${file.split(".").at(-1)}` },
    options: { config: { rules: RULES }, maskSecrets: true },
  });
  return messages.map(({ loc, ruleId }) => `${file}:${loc.start.line} looks like a secret (${ruleId.split("/").at(-1)}); remove it, and make it invalid.`);
}
