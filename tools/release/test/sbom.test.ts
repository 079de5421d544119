import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../../check/test/support.ts";
import { completeSbom } from "../src/check/sbom.ts";

const componentOf = (id: string, licenses?: object) => ({ purl: `pkg:npm/${id}`, "bom-ref": `pkg:npm/${id}`, licenses });
const MIT = [{ license: { id: "MIT" } }];
const CORE = componentOf("%40keywright/core@0.1.0", MIT);
const VAULT = "pkg:npm/%40keywright/vault@0.2.0";
const TAKEN_IN = new Map([["@keywright/core", [{ name: "@maker/taken", version: "1.2.3", license: "MIT" }]]]);

/** Completes a bill of the vault's client with these components. Returns it as written, and the findings. */
async function completed(components: readonly object[], dependencies: readonly object[] = []): Promise<{ readonly bill: object; readonly findings: unknown }> {
  const bill = { serialNumber: "urn:uuid:1", metadata: { timestamp: "2026-03-02T08:00:00Z", component: { purl: VAULT } }, components, dependencies };
  const file = join(await folderWith({ "vault.cdx.json": JSON.stringify(bill) }), "vault.cdx.json");
  const findings = await completeSbom(file, TAKEN_IN);
  return { bill: JSON.parse(await readFile(file, "utf8")) as object, findings };
}

it("a bill of materials lists what a package and the packages of ours that come along have taken in, and no time", async () => {
  const ofVault = { ref: VAULT, dependsOn: [CORE.purl] };
  const taken = { type: "library", name: "@maker/taken", version: "1.2.3", ...componentOf("%40maker/taken@1.2.3", MIT) };
  const { bill, findings } = await completed([CORE], [ofVault, { ref: CORE.purl, dependsOn: [] }]);
  const dependencies = [ofVault, { ref: CORE.purl, dependsOn: [taken.purl] }];
  expect(bill).toEqual({ metadata: { component: { purl: VAULT } }, components: [CORE, taken], dependencies });
  expect(findings).toEqual([]);
});

it.each([
  ["an allowed one", MIT, undefined],
  ["alternatives with an allowed one", [{ expression: "(CC0-1.0 OR MIT)" }], undefined],
  ["another one", [{ license: { id: "GPL-3.0-only" } }], "GPL-3.0-only"],
  ["alternatives without an allowed one", [{ expression: "(CC0-1.0 OR GPL-3.0-only)" }], "(CC0-1.0 OR GPL-3.0-only)"],
  ["an allowed one together with another", [{ expression: "MIT AND GPL-3.0-only" }], "MIT AND GPL-3.0-only"],
  ["an alternative within a whole", [{ expression: "(MIT OR CC0-1.0) AND GPL-3.0-only" }], "(MIT OR CC0-1.0) AND GPL-3.0-only"],
  ["not said", [], "unknown"],
])("checks a license that is %s", async (_what, licenses, refused) => {
  const { findings } = await completed([componentOf("example@1.0.0", licenses)]);
  const message = `example@1.0.0 has the license ${refused}; expected one of 0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT, PSF-2.0, Python-2.0.`;
  expect(findings).toEqual(refused === undefined ? [] : [message]);
});
