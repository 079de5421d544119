import { documentContract, type Json } from "@keywright/generate/contract";
import { bundledDocument, type Change, compareContracts, withCalls } from "@keywright/generate";
import { findVendors } from "@keywright/tool-test-kit/services";
import { type Base, baseAt, lastRelease } from "./base.ts";
import { type Planned, readPlan } from "./change-sets.ts";
import { type DefaultState, defaultState, namedState } from "./default-state.ts";
import { git } from "./git.ts";
import { bundledPackages, manifestChanges } from "./manifest-changes.ts";
import { contractOf, findPackages, type PublishedPackage } from "./packages.ts";
import { demandedStep, highest, type Step } from "./step.ts";

/** The changes for users of one package, and whether its next version covers them. */
export interface Judgement {
  readonly name: string;
  /** The state that it is compared with; `undefined` for a new package. */
  readonly base: Base | undefined;
  readonly planned: Planned;
  readonly changes: readonly Change[];
  /** The step that the changes require. */
  readonly demanded: Step;
  /** The problems to fix. */
  readonly findings: readonly string[];
}

export interface Verdict {
  readonly packages: readonly Judgement[];
  /** The state that packages without a release are compared with; `undefined` if all have one. */
  readonly unreleased: DefaultState | undefined;
}

/**
 * Judges every published package of a repository.
 *
 * @param ref What to compare with. Default: a package's last release, or the default branch.
 */
export async function judgePackages(root: string, ref?: string): Promise<Verdict> {
  const packages = await findPackages(root);
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
    else judgements.push(judge(one.name, base, planned, [...(await contracts(one, base)), ...(await manifestChanges(root, one, base))]));
  }
  const bundled = await Promise.all(packages.map((one) => bundledPackages(root, one)));
  return { packages: judgements.map((one, index) => withBundled(one, judgements, bundled[index] ?? [])), unreleased };
}

/** Adds a problem if a package gets no next version, although one that it bundles gets one. */
function withBundled(one: Judgement, all: readonly Judgement[], bundled: readonly string[]): Judgement {
  const isDue = ({ base, planned }: Judgement): boolean => planned.version !== base?.version;
  const due = all.filter((other) => bundled.includes(other.name) && isDue(other)).map(({ name }) => name);
  if (due.length === 0 || isDue(one)) return one;
  const finding = `${one.name}: it contains the code of ${due.join(" and ")}, whose change sets do not name it; name it in them, with at least patch.`;
  return { ...one, findings: [...one.findings, finding] };
}

function judge(name: string, base: Base, planned: Planned, ruled: readonly Change[]): Judgement {
  const changes = ruled.map((change) => {
    const exception = planned.exceptions.find(({ rule, where }) => change.rule === rule && change.where === where);
    return exception === undefined ? change : { ...change, level: exception.level, exception: exception.reason };
  });
  const demanded = demandedStep(highest(changes.map(({ level }) => level)), base.version);
  if (highest([planned.step, demanded]) === planned.step) return { name, base, planned, changes, demanded, findings: [] };
  const causes = changes.filter(({ level }) => demandedStep(level, base.version) === demanded);
  const cause = causes.map(({ operations, where, what }) => `${operations.length === 0 ? "" : `${operations.join(", ")}: `}${where} ${what}`).join("; ");
  const said = planned.step === "none" ? "no change set names it" : `the change sets since ${base.name} make a ${planned.step} step`;
  const finding = `${name}: ${said}; at least ${demanded} is needed, because of this: ${cause}. Run npx pnpm changeset, or write an exception with its reason into a change set, as CONTRIBUTING.md shows.`;
  return { name, base, planned, changes, demanded, findings: [finding] };
}

/** Returns a function that compares a package's contracts with its base, each pair once. */
function contractChanges(root: string, packages: readonly PublishedPackage[]): (published: PublishedPackage, base: Base) => Promise<Change[]> {
  const compared = new Map<string, Promise<Change[]>>();
  const compare = async (service: string, ref: string): Promise<Change[]> => {
    const client = packages.find(({ isClient, services }) => isClient && services[0] === service);
    if (client === undefined) throw new Error(`no package is generated from specs/${service}/openapi.yaml alone, so its released contract cannot be found`);
    const released = await git(root, "show", `${ref}:${client.folder}/src/generated/openapi.json`);
    // Everything in a new service is new.
    const before = documentContract(service, released === undefined ? { openapi: "3.1.0", paths: {} } : (JSON.parse(released) as Json));
    const read = await contractOf(root, service);
    const after = { ...read, document: bundledDocument(read) };
    return withCalls(before, after, compareContracts(before, after, { house: !findVendors(root).includes(service) }));
  };
  return async ({ services, isClient }, { ref }) => {
    const changes: Change[] = [];
    for (const service of services) {
      const key = `${service} ${ref}`;
      compared.set(key, compared.get(key) ?? compare(service, ref));
      changes.push(...((await compared.get(key)) as Change[]));
    }
    // The emulator has no calls, and its documents no descriptions, which patch changes are about.
    return isClient ? changes : changes.flatMap(({ calls: _calls, ...change }) => (change.level === "patch" ? [] : [change]));
  };
}
