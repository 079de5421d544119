// @ts-check
import { showClock, startClock } from "./clock.js";
import { act, byId, say } from "./dom.js";
import { showFaults, startFaults, startScenarios } from "./faults.js";
import { listen } from "./live.js";
import { addRequests, keepRequests, startRequests } from "./requests.js";
import { ask } from "./server.js";
import { showState, startState } from "./state.js";
import { showTokens, startTokens } from "./tokens.js";

const REFRESH_EVERY_MS = 500;

/** What reads each view again. The list of requests is always current. @type {{ readonly [view: string]: (parts: readonly string[]) => Promise<void> }} */
const VIEWS = { requests: async () => {}, state: showState, tokens: showTokens, faults: showFaults, clock: showClock };

/** An address that a person has typed can have any `%`. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function place() {
  const [view = "", ...parts] = location.hash.slice(1).split("/").map(decoded);
  return Object.hasOwn(VIEWS, view) ? { view, parts } : { view: "requests", parts: [] };
}

async function refresh() {
  const { view, parts } = place();
  await VIEWS[view]?.(parts);
}

function show() {
  const { view } = place();
  byId("loading").hidden = true;
  for (const id of Object.keys(VIEWS)) byId(id).hidden = id !== view;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.getAttribute("href") === `#${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${byId(`${view}-title`).textContent} · Keywright emulator`;
  void act(refresh);
}

/** Reads the view again soon: once for many changes. */
let timer = 0;
function refreshSoon() {
  timer ||= window.setTimeout(() => {
    timer = 0;
    refresh().catch((/** @type {Error} */ error) => say(error.message, true));
  }, REFRESH_EVERY_MS);
}

// The key of the link works once.
history.replaceState(undefined, "", `/${location.hash}`);
await act(async () => {
  const { services } = await ask("GET", "/state");
  startRequests(services);
  startState();
  startTokens(services);
  startFaults(services);
  await startScenarios();
  startClock();
  await showClock();
});
window.addEventListener("hashchange", show);
show();
listen(({ requests, history: isHistory = false, kept }) => {
  if (kept !== undefined) {
    keepRequests(kept);
    showClock().catch(() => {});
  }
  addRequests(requests, isHistory);
  refreshSoon();
});
