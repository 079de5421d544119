import { describe, expect, it } from "vitest";
import { addTakenIn, checkLicense } from "../src/sbom.ts";

const purl = "pkg:npm/example@1.0.0";

describe("the license of what a package brings along", () => {
  it.each([
    ["an allowed one", [{ license: { id: "MIT" } }]],
    ["alternatives with an allowed one", [{ expression: "(CC0-1.0 OR MIT)" }]],
  ])("may be %s", (_what, licenses) => {
    expect(checkLicense({ purl, licenses })).toEqual([]);
  });

  it.each([
    ["another one", [{ license: { id: "GPL-3.0-only" } }], "GPL-3.0-only"],
    ["alternatives without an allowed one", [{ expression: "(CC0-1.0 OR GPL-3.0-only)" }], "(CC0-1.0 OR GPL-3.0-only)"],
    ["an allowed one together with another", [{ expression: "MIT AND GPL-3.0-only" }], "MIT AND GPL-3.0-only"],
    ["an alternative within a whole", [{ expression: "(MIT OR CC0-1.0) AND GPL-3.0-only" }], "(MIT OR CC0-1.0) AND GPL-3.0-only"],
    ["not said", [], "unknown"],
  ])("is refused when it is %s", (_what, licenses, said) => {
    expect(checkLicense({ purl, licenses })).toEqual([
      `example@1.0.0 has the license ${said}; expected one of 0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT, PSF-2.0, Python-2.0.`,
    ]);
  });
});

const CORE = { purl: "pkg:npm/%40keywright/core@0.1.0", "bom-ref": "pkg:npm/%40keywright/core@0.1.0" };
const VAULT = { purl: "pkg:npm/%40keywright/vault@0.2.0", "bom-ref": "pkg:npm/%40keywright/vault@0.2.0" };
const TAKEN_IN = new Map([["@keywright/core", [{ name: "@maker/taken", version: "1.2.3", license: "MIT" }]]]);
const LISTED = {
  type: "library",
  name: "@maker/taken",
  version: "1.2.3",
  purl: "pkg:npm/%40maker/taken@1.2.3",
  "bom-ref": "pkg:npm/%40maker/taken@1.2.3",
  licenses: [{ license: { id: "MIT" } }],
};

it("a bill of materials lists what the package itself has taken in", () => {
  const bill = { metadata: { component: CORE }, components: [], dependencies: [{ ref: CORE.purl, dependsOn: [] }] };
  expect(addTakenIn(bill, TAKEN_IN)).toEqual({ ...bill, components: [LISTED], dependencies: [{ ref: CORE.purl, dependsOn: [LISTED.purl] }] });
});

it("a bill of materials lists what a package of ours that comes along has taken in", () => {
  const ofVault = { ref: VAULT.purl, dependsOn: [CORE.purl] };
  const bill = { metadata: { component: VAULT }, components: [CORE], dependencies: [ofVault, { ref: CORE.purl, dependsOn: [] }] };
  expect(addTakenIn(bill, TAKEN_IN)).toEqual({ ...bill, components: [CORE, LISTED], dependencies: [ofVault, { ref: CORE.purl, dependsOn: [LISTED.purl] }] });
});
