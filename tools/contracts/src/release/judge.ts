import { join } from "node:path";
import { type Contract, documentContract, type Json, readContract } from "@keywright/tool-contract";
import { bundledDocument } from "@keywright/tool-generate/contract";
import type { Change } from "../diff/change.ts";
import { compareContracts } from "../diff/compare-contracts.ts";
import { highest, isBelow, type Level } from "../diff/level.ts";
import { type Exception, type Judged, readExceptions, withExceptions } from "./exceptions.ts";
import { readAt } from "./git.ts";
import { type Base, lastRelease, stateAt } from "./last-release.ts";
import { documentOf, findPackages, type PublishedPackage } from "./packages.ts";
import { manifestChanges } from "./manifest-changes.ts";
import { plannedVersions } from "./planned-versions.ts";
import { demandedStep, stepBetween } from "./step.ts";
import { releasedTypeTests } from "./type-tests.ts";

/** What has changed for the users of one package, and whether its next version says so. */
export interface Judgement {
  readonly name: string;
  /** What it is compared with; `undefined` before its first release, when everything is new. */
  readonly base: Base | undefined;
  readonly planned: string;
  readonly changes: readonly Judged[];
  /** The step that the changes demand, and the one that is planned. */
  readonly demanded: Level | "none";
  readonly step: Level | "none";
  /** What has to be put right; empty where all is well. */
  readonly findings: readonly string[];
}

/** Where deliberate exceptions are written down. */
const EXCEPTIONS = "specs/exceptions.yaml";

/**
 * Judges every published package of a repository.
 *
 * @param ref What to compare with. Absent: the last release of each package.
 */
export async function judgePackages(root: string, ref?: string): Promise<Judgement[]> {
  const packages = await findPackages(root);
  const exceptions = await readExceptions(join(root, EXCEPTIONS));
  const planned = await plannedVersions(root);
  const bases = new Map<PublishedPackage, Base | undefined>();
  for (const one of packages) bases.set(one, ref === undefined ? await lastRelease(root, one) : await stateAt(root, one, ref));
  const broken = await releasedTypeTests(root, bases);
  const contracts = contractReader(root);
  const judgements: Judgement[] = [];
  for (const [one, base] of bases) {
    const version = planned.get(one.name) ?? one.version;
    if (base === undefined) judgements.push({ name: one.name, base, planned: version, changes: [], demanded: "none", step: "none", findings: [] });
    else {
      const changes = [
        ...(await contractChanges(root, packages, one, base, contracts)),
        ...(await manifestChanges(root, one, base)),
        ...(broken.get(one.name) ?? []),
      ];
      const own = exceptions.filter((exception) => exception.package === one.name && exception.since === base.version);
      judgements.push(judge(one.name, base, version, changes, own));
    }
  }
  return judgements;
}

function judge(name: string, base: Base, planned: string, found: readonly Change[], exceptions: readonly Exception[]): Judgement {
  const { changes, unused } = withExceptions(found, exceptions);
  const demanded = demandedStep(highest(changes.map(({ level }) => level)), base.version);
  const step = stepBetween(base.version, planned);
  const findings = unused.map(({ rule, where }) => `${EXCEPTIONS}: the exception of ${name} for ${rule} at ${where} meets no change; remove it.`);
  if (isBelow(step, demanded)) findings.unshift(tooSmall(name, base, planned, step, demanded, changes));
  return { name, base, planned, changes, demanded, step, findings };
}

function tooSmall(name: string, base: Base, planned: string, step: Level | "none", demanded: Level | "none", changes: readonly Judged[]): string {
  const causes = changes.filter(({ level }) => demandedStep(level, base.version) === demanded);
  const cause = causes.map(({ operations, where, what }) => `${operations.length === 0 ? "" : `${operations.join(", ")}: `}${where} ${what}`).join("; ");
  const said = step === "none" ? "no change set names it" : `the change sets make ${planned} of ${base.version}, a ${step} step`;
  return `${name}: ${said}; at least ${demanded} is needed, because of this: ${cause}. Run npx pnpm changeset, or write down in ${EXCEPTIONS} why not.`;
}

/** Reads the contract of each service once, as the document that a release has of it. */
function contractReader(root: string): (service: string) => Promise<Contract> {
  const read = new Map<string, Promise<Contract>>();
  return (service) => {
    const contract = read.get(service) ?? readReleased(join(root, "specs", service, "openapi.yaml"));
    read.set(service, contract);
    return contract;
  };
}

async function readReleased(path: string): Promise<Contract> {
  const contract = await readContract(path);
  return { ...contract, document: bundledDocument(contract) };
}

async function contractChanges(
  root: string,
  packages: readonly PublishedPackage[],
  { services, isClient }: PublishedPackage,
  base: Base,
  read: (service: string) => Promise<Contract>,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const service of services) {
    const released = await readAt(root, base.ref, documentOf(packages, service));
    const after = await read(service);
    // A service that was not there at the release is new from end to end.
    const before = documentContract(service, released === undefined ? { openapi: "3.1.0", paths: {} } : (JSON.parse(released) as Json));
    changes.push(...compareContracts(before, after));
  }
  // What speaks to readers alone is in no document that an emulated service is checked by.
  return isClient ? changes : changes.filter(({ level }) => level !== "patch");
}
