// @ts-check
import { byId, field, fillTable, make, on, setOptions, valuesOf } from "./dom.js";
import { ask, pathOf } from "./server.js";

/** @typedef {{ readonly id: string, readonly service: string, readonly hits: number } & import("../src/lib/core/faults/faults.ts").Fault} ListedFault */

const form = byId("add-fault", HTMLFormElement);
const scenario = byId("scenario", HTMLFormElement);

/** Prepares the view. @param {readonly { readonly name: string, readonly operationIds: readonly string[] }[]} services */
export function startFaults(services) {
  setOptions(
    field(form, "service"),
    services.map(({ name }) => [name, name]),
  );
  const showOperations = () => {
    const ids = services.find(({ name }) => name === field(form, "service").value)?.operationIds ?? [];
    setOptions(field(form, "operationId"), [["*", "all"], ...[...ids].sort().map((id) => /** @type {const} */ ([id, id]))]);
  };
  const showStatus = () => {
    const isStatus = field(form, "response").value === "status";
    for (const name of ["status", "retryAfter"]) {
      field(form, name).disabled = !isStatus;
      const label = field(form, name).closest("label");
      if (label !== null) label.hidden = !isStatus;
    }
  };
  field(form, "service").addEventListener("change", showOperations);
  field(form, "response").addEventListener("change", showStatus);
  showOperations();
  showStatus();
  on(form, async () => {
    const fault = await ask("POST", "/faults", faultOf(valuesOf(form)));
    await showFaults();
    return `The fault of ${fault.operationId === "*" ? "all operations" : fault.operationId} is on.`;
  });
}

/** Prepares the form of scenarios. */
export async function startScenarios() {
  const scenarios = /** @type {readonly { readonly name: string, readonly description?: string }[]} */ (await ask("GET", "/scenarios"));
  setOptions(
    field(scenario, "name"),
    scenarios.map(({ name }) => [name, name]),
  );
  const describe = () => {
    const { name: wanted } = valuesOf(scenario);
    byId("scenario-description").textContent = scenarios.find(({ name }) => name === wanted)?.description ?? "";
  };
  scenario.addEventListener("change", describe);
  describe();
  on(scenario, async () => {
    const { name } = valuesOf(scenario);
    await ask("POST", "/scenarios", { name });
    await showFaults();
    return `The scenario ${name} is on. Removing its faults ends it.`;
  });
}

/** Returns the fault of the form. @param {{ readonly [name: string]: string }} values */
function faultOf({ service, operationId, response, status, retryAfter, times, delayMs, probability, after }) {
  const headers = retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } };
  return {
    service,
    operationId,
    times: times === undefined ? "always" : Number(times),
    ...(response === undefined ? {} : { response: response === "status" ? { status: Number(status), ...headers } : response }),
    ...(delayMs === undefined ? {} : { delayMs: Number(delayMs) }),
    ...(probability === undefined ? {} : { probability: Number(probability) }),
    ...(after === undefined ? {} : { when: "after" }),
  };
}

/** Reads the faults again. */
export async function showFaults() {
  const faults = await ask("GET", "/faults");
  const rows = /** @type {readonly ListedFault[]} */ (faults).map((fault) => [
    fault.service,
    fault.operationId === "*" ? "all operations" : fault.operationId,
    responseOf(fault),
    String(fault.times ?? 1),
    String(fault.hits),
    removeButton(fault),
  ]);
  fillTable(byId("fault-table"), ["Service", "Operation", "Response", "Times", "Hits", ""], rows, "No fault is on.");
}

/** @param {ListedFault} fault */
function responseOf({ response, delayMs, probability, when }) {
  const text = typeof response === "object" ? `status ${response.status}` : labelOf(response ?? "");
  const parts = [text, delayMs && `after ${delayMs} ms`, probability && `probability ${probability}`, when === "after" && "after the operation"];
  return parts.filter(Boolean).join(", ");
}

/** Returns how the form calls a response. @param {string} name */
function labelOf(name) {
  return [...form.querySelectorAll("option")].find(({ value }) => value === name)?.label ?? name;
}

/** @param {ListedFault} fault */
function removeButton({ id, operationId }) {
  const button = make("button", { type: "button", "aria-label": `Remove the fault of ${operationId}` }, "Remove");
  on(button, async () => {
    await ask("DELETE", pathOf(["faults", id]));
    await showFaults();
    return "The fault was removed.";
  });
  return button;
}
