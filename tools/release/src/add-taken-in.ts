import type { TakenIn } from "./build/notices.ts";

/** A component of a bill of materials. */
export interface Component {
  readonly purl: string;
  readonly "bom-ref"?: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string; readonly name?: string }; readonly expression?: string }[];
}

/** The properties of a bill of materials (CycloneDX) that this tool uses. */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Returns the id of a package URL: `@keywright/core@0.1.0` for `pkg:npm/%40keywright/core@0.1.0`. */
export function idOf({ purl }: Pick<Component, "purl">): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*$/, ""));
}

/**
 * Returns a bill with the packages that are bundled into the published files, which no user's lockfile lists.
 *
 * @param takenIn The bundled packages, by the name of the package that contains them.
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
