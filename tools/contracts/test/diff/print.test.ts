import { describe, expect, it } from "vitest";
import type { Judgement } from "../../src/release/judge.ts";
import { printJudgement } from "../../src/release/print.ts";

const BASE = { version: "0.1.0", ref: "refs/tags/@keywright/vault@0.1.0", name: "0.1.0", isRelease: true };
const QUIET: Judgement = { name: "@keywright/vault", base: BASE, planned: { version: "0.1.0", step: "none" }, changes: [], demanded: "none", findings: [] };

describe("what is printed of a package", () => {
  it("is one line if nothing has changed, or the package is new", () => {
    expect(printJudgement(QUIET)).toEqual(["@keywright/vault: no change of a contract or a package.json since 0.1.0"]);
    expect(printJudgement({ ...QUIET, base: undefined })).toEqual(["@keywright/vault: is new; 0.1.0 is planned"]);
  });

  it("is each change with its operations, its consequence and the reason of an exception, then what is to be put right", () => {
    const change = {
      rule: "response/removed",
      operations: ["getVault"],
      where: "Vault.type",
      what: "is gone",
      consequence: "Code that reads it no longer compiles.",
    };
    const exception = {
      package: "@keywright/vault",
      since: "0.1.0",
      rule: change.rule,
      where: change.where,
      level: "patch",
      reason: "It was never sent.",
    } as const;
    expect(
      printJudgement({
        ...QUIET,
        changes: [
          { ...change, level: "major" },
          { ...change, where: "Vault.items", level: "patch", exception },
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
      "        By exception: It was never sent.",
      "        [response/removed]",
      "  FINDING @keywright/vault: no change set names it.",
    ]);
  });
});
