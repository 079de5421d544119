import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PNPM } from "@keywright/tool-consumers";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import type { TakenIn } from "./build/notices.ts";
import { closureOf, type Lock } from "./lock.ts";

/** A component of a bill of materials. */
interface Component {
  readonly purl: string;
  readonly "bom-ref"?: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string; readonly name?: string }; readonly expression?: string }[];
}

/** The properties of a bill of materials (CycloneDX) that this tool uses. */
interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Licenses that components may have. */
const LICENSES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "PSF-2.0", "Python-2.0"];

/** Writes the bill of materials of each package (CycloneDX, by pnpm) to a folder, named like its tarball with `.cdx.json`. */
export async function writeSboms(names: readonly string[], folder: string): Promise<void> {
  const filters = names.flatMap((name) => ["--filter", name]);
  const out = join(folder, "%s-%v.cdx.json");
  const { ok, output } = await runCommand(PNPM, [...filters, "sbom", "--prod", "--split", "--sbom-format", "cyclonedx", "--out", out], { folder: ROOT });
  if (!ok) throw new Error(`writing the bills of materials failed\n${output}`);
}

/**
 * Completes the bill of materials of one package, and compares it with the lockfile.
 *
 * @param file The file that pnpm wrote.
 * @param takenIn The bundled packages by the name of the package that contains them, which are added because no lockfile lists them.
 * @returns The findings.
 */
export async function completeSbom(name: string, file: string, lock: Lock, takenIn: ReadonlyMap<string, readonly TakenIn[]>): Promise<readonly string[]> {
  const { serialNumber: _serialNumber, ...listed } = JSON.parse(await readFile(file, "utf8")) as Bill & { readonly serialNumber?: string };
  // A bill must only depend on its packages, not on the time.
  const bill = addTakenIn({ ...listed, metadata: { ...listed.metadata, timestamp: undefined } }, takenIn);
  await writeFile(file, `${JSON.stringify(bill, undefined, 2)}\n`);
  return [...compare(name, listed.components, lock), ...bill.components.flatMap(checkLicense)];
}

function compare(name: string, components: readonly Component[], lock: Lock): string[] {
  const [scope, folder] = name.split("/") as [string, string];
  const locked = closureOf(lock, `packages/${folder}`);
  const listed = new Set(components.map(idOf).map((id) => (id.startsWith(`${scope}/`) ? id.slice(0, id.lastIndexOf("@")) : id)));
  return [
    ...[...locked].filter((id) => !listed.has(id)).map((id) => `${id} is in the lockfile, but not in the bill of materials.`),
    ...[...listed].filter((id) => !locked.has(id)).map((id) => `${id} is in the bill of materials, but not in the lockfile.`),
  ];
}

/** Checks the license of a component. One of several alternatives, such as `(MIT OR CC0-1.0)`, is enough. */
export function checkLicense(component: Component): string[] {
  const names = (component.licenses ?? []).map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "unknown");
  if (names.length > 0 && names.every((name) => alternativesOf(name).some((one) => LICENSES.includes(one)))) return [];
  return [`${idOf(component)} has the license ${names.join(", ") || "unknown"}; expected one of ${LICENSES.join(", ")}.`];
}

function alternativesOf(license: string): readonly string[] {
  return /^\(?([^()]+)\)?$/.exec(license)?.[1]?.split(" OR ") ?? [];
}

/** Returns the id of a package URL: `@keywright/core@0.1.0` for `pkg:npm/%40keywright/core@0.1.0`. */
function idOf({ purl }: Pick<Component, "purl">): string {
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
