// @ts-check
import { documented } from "./source-rules/documented.js";
import { insideSource } from "./source-rules/inside-source.js";
import { noExportAll } from "./source-rules/no-export-all.js";
import { presentTime } from "./source-rules/present-time.js";

/** Our own rules for sources; .oxlintrc.json switches each on for its folders. */
export default {
  meta: { name: "keywright" },
  rules: { documented, "inside-source": insideSource, "no-export-all": noExportAll, "present-time": presentTime },
};
