import { describe, expect, it } from "vitest";
import { checkLicence } from "../src/sbom.ts";

const purl = "pkg:npm/example@1.0.0";

describe("the licence of what a package brings along", () => {
  it.each([
    ["an allowed one", [{ license: { id: "MIT" } }]],
    ["alternatives with an allowed one", [{ expression: "(CC0-1.0 OR MIT)" }]],
  ])("may be %s", (_what, licenses) => {
    expect(checkLicence({ purl, licenses })).toEqual([]);
  });

  it.each([
    ["another one", [{ license: { id: "GPL-3.0-only" } }], "GPL-3.0-only"],
    ["alternatives without an allowed one", [{ expression: "(CC0-1.0 OR GPL-3.0-only)" }], "(CC0-1.0 OR GPL-3.0-only)"],
    ["an allowed one together with another", [{ expression: "MIT AND GPL-3.0-only" }], "MIT AND GPL-3.0-only"],
    ["an alternative within a whole", [{ expression: "(MIT OR CC0-1.0) AND GPL-3.0-only" }], "(MIT OR CC0-1.0) AND GPL-3.0-only"],
    ["not said", [], "unknown"],
  ])("is refused when it is %s", (_what, licenses, said) => {
    expect(checkLicence({ purl, licenses })).toEqual([
      `example@1.0.0 has the license ${said}; expected one of 0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT, PSF-2.0, Python-2.0.`,
    ]);
  });
});
