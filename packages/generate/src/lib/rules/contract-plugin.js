// The redocly plugin `keywright`. JavaScript, because redocly imports it without a build.
import { tsImport } from "tsx/esm/api";

const { RULES, DECORATORS } = await tsImport("./rules.ts", import.meta.url);

export default function keywright() {
  return { id: "keywright", rules: { oas3: RULES }, decorators: { oas3: DECORATORS } };
}
