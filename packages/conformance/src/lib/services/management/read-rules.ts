import type { components } from "@keywright/management/schema";
import { needed, require, requireStatus } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import type { ManagementWorld } from "./world.ts";

type Schemas = components["schemas"];

/** Returns the place of the workflow run. */
export function someRun({ session: { named } }: ManagementWorld): { readonly workflowId: string; readonly runId: string } {
  const reason = "name a workflow run by --workflow and --run";
  return { workflowId: needed(named.workflow, reason), runId: needed(named.run, reason) };
}

/** The rules of workflow runs and categories. */
export const READ_RULES: readonly Rule<ManagementWorld>[] = [
  rule("getWorkflowRun.variables", "read", async (world) => {
    const { session } = world;
    const path = someRun(world);
    const bare = await session.call<Schemas["WorkflowRunPage"]>("getWorkflowRun", { path });
    require(bare.results.length === 1 && bare.results[0]?.id === path.runId, "the page must have the run of the path");
    require(bare.next === undefined, "the page must have no next page");
    // Also those of its steps.
    require(!JSON.stringify(bare).includes('"variables":{"'), "variables must be left out unless they are requested");
    const variable = needed(session.named.variable, "name a variable of the workflow that is not secret by --variable");
    const asked = await session.call<Schemas["WorkflowRunPage"]>("getWorkflowRun", { path, query: { variables: variable } });
    const names = Object.keys(asked.results[0]?.context?.variables ?? {});
    require(names.join() === variable, `expected the variable ${variable}; got ${names.join() || "none"}`);
  }),
  rule("getWorkflowRun.unknown-run", "read", async (world) => {
    const path = { ...someRun(world), runId: crypto.randomUUID() };
    const page = await world.session.call<Schemas["WorkflowRunPage"]>("getWorkflowRun", { path });
    require(page.results.length === 0, "the page of an unknown run must be empty");
  }),
  rule("getWorkflowRun.unknown-workflow", "faults", async ({ session }) => {
    const path = { workflowId: crypto.randomUUID(), runId: crypto.randomUUID() };
    requireStatus(await session.attempt("getWorkflowRun", { path }), [404], "an unknown workflow");
  }),
  rule("listAppCategories.tree", "read", async ({ session }) => {
    const ids = idsOf(await session.call<Schemas["AppCategory"]>("listAppCategories"));
    require(new Set(ids).size === ids.length, "each category must be in the tree once");
  }),
];

function idsOf({ id, children = [] }: Schemas["AppCategory"]): readonly string[] {
  return [...(id === undefined ? [] : [id]), ...children.flatMap(idsOf)];
}
