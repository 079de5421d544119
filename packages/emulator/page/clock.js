// @ts-check
import { act, byId, field, make, on, valuesOf } from "./dom.js";
import { ask } from "./server.js";

let offsetMs = 0;
let isHeld = false;
let heldAt = "";

/** Prepares the view of the clock, snapshots and the reset. */
export function startClock() {
  setInterval(tick, 250);
  on(byId("hold"), async () => {
    await ask("POST", "/clock", { hold: !isHeld });
    await showClock();
    return isHeld ? "The clock is held." : "The clock runs.";
  });
  const [move, set] = [byId("move", HTMLFormElement), byId("set", HTMLFormElement)];
  on(move, async () => {
    const { amount, unit } = valuesOf(move);
    await ask("POST", "/clock", { advanceMs: Number(amount) * Number(unit) });
    await showClock();
    return "The clock was moved.";
  });
  on(set, async () => {
    await ask("POST", "/clock", { now: new Date(`${field(set, "now").value}Z`).toISOString() });
    await showClock();
    return "The clock was set.";
  });
  on(byId("reset"), async () => {
    if (!confirm("Restore the initial state? All changes and faults are lost.")) return;
    await ask("POST", "/reset");
    return "All services have their initial state.";
  });
  on(byId("download"), async () => {
    const snapshot = new Blob([JSON.stringify(await ask("GET", "/snapshot"))], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(snapshot), download: `snapshot-${nowOf().replaceAll(/[:.]/g, "-")}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
    return "The snapshot was downloaded.";
  });
  const restore = byId("restore", HTMLInputElement);
  restore.addEventListener("change", () => {
    void act(async () => {
      const [file] = restore.files ?? [];
      if (file === undefined) return;
      restore.value = "";
      await ask("PUT", "/snapshot", parsed(file.name, await file.text()));
      return `The state of ${file.name} was restored.`;
    });
  });
}

/** Reads the clock again. */
export async function showClock() {
  const { now, hold: isNowHeld } = await ask("GET", "/clock");
  isHeld = isNowHeld === true;
  heldAt = now;
  offsetMs = Date.parse(now) - Date.now();
  const hold = byId("hold");
  hold.setAttribute("aria-pressed", String(isHeld));
  hold.textContent = isHeld ? "Let it run" : "Hold";
  byId("held").hidden = !isHeld;
  tick();
}

function tick() {
  const now = nowOf();
  for (const id of ["now", "large-now"]) {
    const time = byId(id, HTMLTimeElement);
    time.dateTime = now;
    const date = make("span", { className: id === "now" ? "wide" : "" }, `${now.slice(0, 10)} `);
    time.replaceChildren(date, `${now.slice(11, 19)}${isHeld && id === "now" ? " held" : ""}`);
  }
}

function nowOf() {
  return isHeld ? heldAt : new Date(Date.now() + offsetMs).toISOString();
}

/** @param {string} name @param {string} text */
function parsed(name, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON. Choose a file that this page has downloaded.`);
  }
}
