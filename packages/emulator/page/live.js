// @ts-check
import { byId } from "./dom.js";

/** @typedef {import("../src/lib/core/log/recorded-request.ts").RecordedRequest} RecordedRequest */

const TEXTS = { connecting: "connecting", live: "live", lost: "not connected" };

/**
 * What has changed: new requests, the oldest first; with `history`, a part of those before the connection. After a request to the control port, also the oldest request that is still recorded; 0 if there is none.
 *
 * @typedef {{ readonly requests: readonly RecordedRequest[], readonly history?: true, readonly kept?: number }} Change
 */

/**
 * Calls back with each change. The browser connects again by itself.
 *
 * @param {(change: Change) => void} callback
 */
export function listen(callback) {
  const source = new EventSource("/live");
  source.addEventListener("open", () => show("live"));
  source.addEventListener("error", () => show(source.readyState === EventSource.CLOSED ? "lost" : "connecting"));
  source.addEventListener("message", ({ data }) => callback(JSON.parse(data)));
}

/** @param {keyof typeof TEXTS} state */
function show(state) {
  const connection = byId("connection");
  connection.textContent = TEXTS[state];
  connection.className = state;
}
