import { checkInstantiations } from "@keywright/tool-check/check-instantiations";
import { findServices, titleOf } from "@keywright/tool-test-kit/services";
import type { Group } from "../row.ts";

/** Counts the compiler's work on a program that calls every operation, with the published declarations. The count is the same in every run. */
export const types: Group = {
  name: "types",
  rows: [{ name: "instantiations", what: "type instantiations of a program with a call of every operation", unit: "", goal: { atMost: 100 } }],
  async measure({ stage }) {
    const clients = Object.fromEntries(findServices().map((service) => [`${titleOf(service)}Client`, `@keywright/${service}`]));
    const { calls, instantiations, findings } = await checkInstantiations(stage, clients);
    if (findings.length > 0) throw new Error(findings.join("\n"));
    return { instantiations: { figure: instantiations, beside: [`${calls} calls`] } };
  },
};
