import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PNPM } from "@keywright/tool-consumers";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import type { TakenIn } from "../build/notices.ts";

interface Component {
  readonly purl: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string; readonly name?: string }; readonly expression?: string }[];
}

/** The properties of a bill of materials (CycloneDX) that this tool uses. */
interface Bill {
  readonly serialNumber?: string;
  readonly metadata: { readonly component: { readonly purl: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const LICENSES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "PSF-2.0", "Python-2.0"];

/** Returns the packages of the bills in a folder, each with the names of its components. */
export async function readBills(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".cdx.json")).sort();
  const bills = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), "utf8")) as Bill));
  return new Map(bills.map(({ metadata, components }) => [idOf(metadata.component.purl), components.map(({ purl }) => idOf(purl))]));
}

/** Writes each package's bill of materials (CycloneDX): its tarball's name with `.cdx.json`. */
export async function writeSboms(names: readonly string[], folder: string): Promise<void> {
  const filters = names.flatMap((name) => ["--filter", name]);
  const out = join(folder, "%s-%v.cdx.json");
  await runOrThrow(PNPM, [...filters, "sbom", "--prod", "--split", "--sbom-format", "cyclonedx", "--out", out], { folder: ROOT });
}

/**
 * Adds to a bill of materials the bundled packages, which no user's lockfile lists.
 *
 * @param file The file that pnpm wrote.
 * @param takenIn The bundled packages, by the name of the package that contains them.
 * @returns A finding for each component whose license is not allowed.
 */
export async function completeSbom(file: string, takenIn: ReadonlyMap<string, readonly TakenIn[]>): Promise<readonly string[]> {
  // A bill must only depend on its packages, not on the time.
  const { serialNumber: _serialNumber, ...bill } = JSON.parse(await readFile(file, "utf8")) as Bill;
  const components = new Map(bill.components.map((component) => [component.purl, component]));
  const dependencies = bill.dependencies.map(({ ref, dependsOn }) => {
    const bundled = (takenIn.get(idOf(ref).replace(/@[^@]*$/, "")) ?? []).map(componentOf);
    for (const component of bundled) components.set(component.purl, component);
    return { ref, dependsOn: [...dependsOn, ...bundled.map(({ purl }) => purl)] };
  });
  const metadata = { ...bill.metadata, timestamp: undefined };
  await writeFile(file, `${JSON.stringify({ ...bill, metadata, components: [...components.values()], dependencies }, undefined, 2)}\n`);
  return [...components.values()].flatMap(checkLicense);
}

function checkLicense({ purl, licenses = [] }: Component): string[] {
  return checkLicenses(
    idOf(purl),
    licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "unknown"),
  );
}

/** Checks a package's licenses, such as `(MIT OR CC0-1.0)`: one is enough. Returns the finding. */
export function checkLicenses(id: string, names: readonly string[]): string[] {
  if (names.length > 0 && names.every((name) => alternativesOf(name).some((one) => LICENSES.includes(one)))) return [];
  return [`${id} has the license ${names.join(", ") || "unknown"}; expected one of ${LICENSES.join(", ")}.`];
}

function alternativesOf(license: string): readonly string[] {
  return /^\(?([^()]+)\)?$/.exec(license)?.[1]?.split(" OR ") ?? [];
}

/** The id of a package URL: `@keywright/core@0.1.0` for `pkg:npm/%40keywright/core@0.1.0`. */
function idOf(purl: string): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*$/, ""));
}

function componentOf({ name, version, license }: TakenIn): Component & { readonly [property: string]: unknown } {
  const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
  return { type: "library", name, version, purl, "bom-ref": purl, licenses: [{ license: { id: license } }] };
}
