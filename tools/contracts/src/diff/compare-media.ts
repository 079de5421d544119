import type { Json } from "@keywright/tool-contract";
import { compareRest } from "./compare-rest.ts";
import { compareSchemas } from "./compare-schemas.ts";
import type { Comparison } from "./comparison.ts";
import { compareLists, namesOf } from "./equal.ts";
import { showAll } from "./words.ts";

const PARTS = new Set(["schema"]);

/** Compares the media types of a body and their schemas. Where the one media type is another now, its schema is compared with that of the former. */
export function compareMedia(comparison: Comparison, before: Json = {}, after: Json = {}, where: string): void {
  const { direction, report } = comparison;
  const { added, removed } = compareLists(Object.keys(before), Object.keys(after));
  if (removed.length > 0)
    report(where, {
      rule: `${direction}/media-type`,
      level: "major",
      what: added.length > 0 ? `is ${showAll(added)} instead of ${showAll(removed)}` : `is no longer ${showAll(removed)}`,
      consequence:
        direction === "request"
          ? "Calls compile as before and are sent in another form: services that know the former one alone refuse them."
          : "Code gets another kind of value, or none.",
    });
  else if (added.length > 0)
    report(where, {
      rule: `${direction}/media-type-added`,
      level: Object.keys(before).length === 0 || direction === "request" ? "minor" : "major",
      what: `may be ${showAll(added)}, too`,
      consequence: direction === "request" || Object.keys(before).length === 0 ? "Calls stay as they are." : "Code that reads it meets another kind of value.",
    });
  for (const type of namesOf(before, after)) {
    const replaced = removed.length === 1 && added.length === 1 && type === removed[0] ? added[0] : type;
    const [old, next] = [before[type] as Json | undefined, after[replaced as string] as Json | undefined];
    if (old === undefined || next === undefined) continue;
    compareSchemas(comparison, old["schema"], next["schema"], where);
    compareRest(old, next, PARTS, where, report);
  }
}
