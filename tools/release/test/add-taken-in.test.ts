import { expect, it } from "vitest";
import { addTakenIn } from "../src/add-taken-in.ts";

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
