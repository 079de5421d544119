import { type Finding, formatFinding } from "./contract/index.ts";

/** How many findings of a kind are shown. */
const SHOWN = 3;

/** Returns findings as text, errors before notes: a few of each kind, with their number. */
export function describeFindings(findings: readonly Finding[]): string {
  return [findings.filter(({ isNote }) => isNote !== true), findings.filter(({ isNote }) => isNote === true)]
    .flatMap((group) => {
      const kinds = new Map<string, Finding[]>();
      for (const finding of group) kinds.set(kindOf(finding), [...(kinds.get(kindOf(finding)) ?? []), finding]);
      return [...kinds.values()];
    })
    .flatMap((group) => {
      const shown = group.slice(0, SHOWN).map((finding) => `${finding.isNote === true ? "note: " : ""}${formatFinding(finding)}`);
      return group.length > SHOWN ? [...shown, `  … and ${group.length - SHOWN} more of this kind; --json has all`] : shown;
    })
    .join("\n");
}

/** Returns findings for a program. */
export function findingsJson(findings: readonly Finding[]): string {
  const rows = findings.map(({ file, line, column, message, isNote = false }) => ({ severity: isNote ? "note" : "error", file, line, column, message }));
  return JSON.stringify(rows, undefined, 2);
}

/** What findings of one kind have in common: the plain words of their messages. */
function kindOf({ message, isNote }: Finding): string {
  const words = message.replaceAll(/`[^`]*`|"[^"]*"/g, "").split(/\s+/);
  return `${String(isNote)} ${words
    .filter((word) => /^[a-z]+[,.;:]?$/.test(word))
    .slice(0, 12)
    .join(" ")}`;
}
