import type { Fault } from "../fault.ts";

const WAIT = "management/src/lib/wait-for-run.ts";
const ACTIONS = "management/src/lib/waiting-actions.ts";
const SCIM_PATH = "management/src/lib/scim-path.ts";
const CATEGORIES = "management/src/lib/app-categories.ts";

export const managementFaults: readonly Fault[] = [
  {
    id: "management-terminated-waits",
    file: WAIT,
    from: '["Completed", "Failed", "Terminated"]',
    to: '["Completed", "Failed"]',
    loss: "Waiting for a run that was terminated ends with a timeout.",
  },
  {
    id: "management-wait-too-short",
    file: WAIT,
    from: "Math.max(backoff(clock, tries, maxDelayMs), askedMs)",
    to: "backoff(clock, tries, maxDelayMs)",
    loss: "A throttled wait asks again too early.",
  },
  {
    id: "management-stop-at-ignored",
    file: WAIT,
    from: "[...FINAL, ...stopAt].includes(run.status)",
    to: "[...FINAL, ...stopAt.slice(0, 0)].includes(run.status)",
    loss: "The option `stopAt` is ignored: a run that waits for a signal is waited for.",
  },
  {
    id: "management-waits-past-end",
    file: WAIT,
    from: ", remainingMs, TIMER_END)",
    to: ", TIMER_END)",
    loss: "A wait ends up to half a minute after its time.",
  },
  {
    id: "management-login-page-waited-for",
    file: WAIT,
    from: "if (isTemporary(error, answered))",
    to: "if (isTemporary(error, answered || true))",
    loss: "A wrong address is waited for until the time is over.",
  },
  {
    id: "management-first-of-several-runs",
    tests: ["run-of-page"],
    file: "management/src/lib/get-run.ts",
    from: "if (others.length > 0) throw",
    to: "if (others.length < 0) throw",
    loss: "Of several runs the first is taken for the one that was asked for.",
  },
  {
    id: "management-path-not-escaped",
    tests: ["scim-patch"],
    file: SCIM_PATH,
    from: "${name} eq ${JSON.stringify(value)}",
    to: '${name} eq "${String(value)}"',
    loss: "A value with a quote selects other values of a user.",
  },
  {
    id: "management-inherited-name",
    tests: ["scim-patch"],
    file: SCIM_PATH,
    from: 'typeof kind === "object" && !isList(kind) && Object.hasOwn(kind, name) ? kind[name] : undefined;',
    to: 'typeof kind === "object" && !isList(kind) ? kind[name] : undefined;',
    loss: "A path such as constructor is sent instead of being refused.",
  },
  {
    id: "management-patch-shared",
    file: "management/src/lib/scim-patch.ts",
    from: "Operations: [...operations]",
    to: "Operations: operations",
    loss: "A body that was taken from a patch changes with later calls.",
  },
  {
    id: "management-until-missed",
    file: ACTIONS,
    from: "waiting?.until ?? waiting?.untilDtm;",
    to: "waiting?.until;",
    loss: "A timer under the other name of the server is not shown.",
  },
  {
    id: "management-step-ignored",
    file: ACTIONS,
    from: " && (stepId === undefined || action.stepId === stepId)",
    to: "",
    loss: "Which step is meant is ignored, and the action counts as ambiguous.",
  },
  {
    id: "management-categories-reversed",
    file: CATEGORIES,
    from: 'place.path, "flattenCategories").reverse());',
    to: 'place.path, "flattenCategories"));',
    loss: "Categories below another one come in reverse order.",
  },
  {
    id: "management-category-by-any-case",
    file: CATEGORIES,
    from: "place.name === name)",
    to: "place.name.toLowerCase() === name.toLowerCase())",
    loss: "A category of another name is found.",
  },
];
