import type { RuleTester } from "oxlint/plugins-dev";

/** A rule as oxlint takes it. oxlint names this type only in the signature of its rule tester. */
export type Rule = Extract<Parameters<RuleTester["run"]>[1], { create: unknown }>;

type Visitor = ReturnType<Rule["create"]>;

export type NodeOf<Kind extends keyof Visitor> = Parameters<NonNullable<Visitor[Kind]>>[0];
