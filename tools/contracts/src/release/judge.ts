import { join } from "node:path";
import { documentContract, type Json, readContract } from "@keywright/generate/contract";
import { bundledDocument } from "@keywright/generate";
import type { Change } from "../diff/change.ts";
import { compareContracts } from "../diff/compare-contracts.ts";
import { highest, isBelow, type Level } from "../diff/level.ts";
import { type Base, baseAt, lastRelease } from "./base.ts";
import { type Planned, readPlan } from "./change-sets.ts";
import { type DefaultState, defaultState, namedState } from "./default-state.ts";
import { type Exception, type Judged, readExceptions, withExceptions } from "./exceptions.ts";
import { readAt } from "./git.ts";
import { manifestChanges } from "./manifest-changes.ts";
import { documentOf, findPackages, type PublishedPackage } from "./packages.ts";
import { demandedStep } from "./step.ts";

/** What has changed for the users of one package, and whether its next version says so. */
export interface Judgement {
  readonly name: string;
  /** What it is compared with; `undefined` for a package that is not there, in which everything is new. */
  readonly base: Base | undefined;
  readonly planned: Planned;
  readonly changes: readonly Judged[];
  /** The step that the changes demand. */
  readonly demanded: Level | "none";
  /** What has to be put right; empty if nothing has. */
  readonly findings: readonly string[];
}

/** The judgement of all packages. */
export interface Verdict {
  readonly packages: readonly Judgement[];
  /** What packages are compared with that were never released; `undefined` if there are none. */
  readonly unreleased: DefaultState | undefined;
}

/** Where deliberate exceptions are written down. */
const EXCEPTIONS = "specs/exceptions.yaml";

/**
 * Judges every published package of a repository.
 *
 * @param ref What to compare with. Default: the last release of each package, before its first the default branch.
 */
export async function judgePackages(root: string, ref?: string): Promise<Verdict> {
  const packages = await findPackages(root);
  const exceptions = await readExceptions(join(root, EXCEPTIONS));
  const planOf = await readPlan(root);
  const contracts = contractChanges(root, packages);
  const named = ref === undefined ? undefined : await namedState(root, ref);
  let unreleased: DefaultState | undefined;
  const judgements: Judgement[] = [];
  for (const one of packages) {
    let base = named === undefined ? await lastRelease(root, one) : await baseAt(root, one, named);
    if (base === undefined && named === undefined) base = await baseAt(root, one, (unreleased ??= await defaultState(root)));
    const planned = await planOf(one, base);
    if (base === undefined) judgements.push({ name: one.name, base, planned, changes: [], demanded: "none", findings: [] });
    else judgements.push(judge(one.name, base, planned, [...(await contracts(one, base)), ...(await manifestChanges(root, one, base))], exceptions));
  }
  return { packages: judgements, unreleased };
}

function judge(name: string, base: Base, planned: Planned, found: readonly Change[], exceptions: readonly Exception[]): Judgement {
  const own = exceptions.filter((exception) => exception.package === name && exception.since === base.version);
  const { changes, unused } = withExceptions(found, own);
  const demanded = demandedStep(highest(changes.map(({ level }) => level)), base.version);
  const findings: string[] = [];
  if (isBelow(planned.step, demanded)) {
    const causes = changes.filter(({ level }) => demandedStep(level, base.version) === demanded);
    const cause = causes.map(({ operations, where, what }) => `${operations.length === 0 ? "" : `${operations.join(", ")}: `}${where} ${what}`).join("; ");
    const said = planned.step === "none" ? "no change set names it" : `the change sets since ${base.name} make a ${planned.step} step`;
    findings.push(
      `${name}: ${said}; at least ${demanded} is needed, because of this: ${cause}. Run npx pnpm changeset, or write down in ${EXCEPTIONS} why not.`,
    );
  }
  // Between two releases, a state may have the change already that an exception is for.
  for (const { rule, where } of base.isRelease ? unused : [])
    findings.push(`${EXCEPTIONS}: the exception of ${name} for ${rule} at ${where} meets no change; remove it.`);
  return { name, base, planned, changes, demanded, findings };
}

/** Compares the contracts of packages with those of their bases; each pair is read and compared once. */
function contractChanges(root: string, packages: readonly PublishedPackage[]): (published: PublishedPackage, base: Base) => Promise<Change[]> {
  const compared = new Map<string, Promise<Change[]>>();
  const compare = async (service: string, ref: string): Promise<Change[]> => {
    const released = await readAt(root, ref, documentOf(packages, service));
    // A service that was not there is new from end to end.
    const before = documentContract(service, released === undefined ? { openapi: "3.1.0", paths: {} } : (JSON.parse(released) as Json));
    const after = await readContract(join(root, "specs", service, "openapi.yaml"));
    return compareContracts(before, { ...after, document: bundledDocument(after) });
  };
  return async ({ services, isClient }, { ref }) => {
    const changes: Change[] = [];
    for (const service of services) {
      const key = `${service} ${ref}`;
      compared.set(key, compared.get(key) ?? compare(service, ref));
      changes.push(...((await compared.get(key)) as Change[]));
    }
    // What speaks to readers alone is in no document that an emulated service is checked by.
    return isClient ? changes : changes.filter(({ level }) => level !== "patch");
  };
}
