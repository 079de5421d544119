import getReleasePlan from "@changesets/get-release-plan";

/** The version that each package will have by the change sets that are there; packages that stay as they are, are missing. */
export async function plannedVersions(root: string): Promise<ReadonlyMap<string, string>> {
  const plan = await getReleasePlan(root);
  return new Map(plan.releases.filter(({ type }) => type !== "none").map(({ name, newVersion }) => [name, newVersion]));
}
