import type { TakenIn } from "./build/notices.ts";

/** What a bill of materials lists. */
export interface Component {
  readonly purl: string;
  readonly "bom-ref"?: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string; readonly name?: string }; readonly expression?: string }[];
}

/** What of a bill of materials is read and written (CycloneDX). */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** `pkg:npm/%40keywright/core@0.1.0` as `@keywright/core@0.1.0`. */
export function idOf({ purl }: Pick<Component, "purl">): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*$/, ""));
}

/**
 * Adds to a bill what our packages have taken in: it is in their files, and no lockfile of a user knows of it.
 *
 * @param takenIn By the name of the package that has it.
 */
export function addTakenIn<Whole extends Bill>(bill: Whole, takenIn: ReadonlyMap<string, readonly TakenIn[]>): Whole {
  const held = new Map(
    [bill.metadata.component, ...bill.components].map((component) => {
      const name = idOf(component).replace(/@[^@]*$/, "");
      return [component.purl, (takenIn.get(name) ?? []).map(componentOf)];
    }),
  );
  const components = new Map([...bill.components, ...[...held.values()].flat()].map((component) => [component.purl, component]));
  const dependencies = bill.dependencies.map(({ ref, dependsOn }) => ({ ref, dependsOn: [...dependsOn, ...(held.get(ref) ?? []).map(({ purl }) => purl)] }));
  return { ...bill, components: [...components.values()], dependencies };
}

function componentOf({ name, version, license }: TakenIn): Component & { readonly type: string; readonly name: string; readonly version: string } {
  const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
  return { type: "library", name, version, purl, "bom-ref": purl, licenses: [{ license: { id: license } }] };
}
