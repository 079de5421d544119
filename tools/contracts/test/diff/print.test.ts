import { describe, expect, it } from "vitest";
import type { Judgement } from "../../src/release/judge.ts";
import { printVerdict } from "../../src/release/print.ts";

const BASE = { version: "0.1.0", ref: "refs/tags/@keywright/vault@0.1.0", name: "0.1.0", isRelease: true };
const QUIET: Judgement = {
  name: "@keywright/vault",
  base: BASE,
  planned: { version: "0.1.0", step: "none", exceptions: [] },
  changes: [],
  demanded: "none",
  findings: [],
};

const printed = (...packages: readonly Judgement[]): readonly string[] => printVerdict({ packages, unreleased: undefined });

describe("what is printed of packages", () => {
  it("is one line for each that has no change or is new, then the counts", () => {
    expect(printed(QUIET, { ...QUIET, base: undefined })).toEqual([
      "@keywright/vault: no change of a contract or a package.json since 0.1.0",
      "@keywright/vault: is new; 0.1.0 is planned",
      "2 packages, 0 changes, 0 findings",
    ]);
  });

  it("is each change with its operations and its consequence, then what is to be put right", () => {
    const change = {
      rule: "response/removed",
      operations: ["getVault"],
      where: "Vault.type",
      what: "is gone",
      consequence: "Code that reads it no longer compiles.",
    };
    expect(
      printed({
        ...QUIET,
        changes: [
          { ...change, level: "major" },
          { ...change, where: "Vault.items", level: "patch" },
        ],
        demanded: "minor",
        findings: ["@keywright/vault: no change set names it."],
      }),
    ).toEqual([
      "@keywright/vault: 2 changes since 0.1.0, major: below 1.0.0 at least a minor step is needed, no change set names it",
      "  major Vault.type is gone (returned by getVault)",
      "        Code that reads it no longer compiles.",
      "        [response/removed]",
      "  patch Vault.items is gone (returned by getVault)",
      "        Code that reads it no longer compiles.",
      "        [response/removed]",
      "  FINDING @keywright/vault: no change set names it.",
      "1 packages, 2 changes, 1 findings",
    ]);
  });
});
