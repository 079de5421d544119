// @ts-check

/**
 * Sends a request to the control port.
 *
 * @param {"GET" | "POST" | "PUT" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} The value of its JSON.
 * @throws {Error} with the message of the control port.
 */
export async function ask(method, path, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(path, { method, ...sent }).catch(() => {
    throw new Error("The emulator does not respond. If it was started again, open the link that it printed.");
  });
  const text = await response.text();
  const value = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new Error(value?.message ?? `The emulator responded with status ${response.status}`);
  return value;
}

/**
 * Returns a path with encoded parts and a query.
 *
 * @param {readonly string[]} parts
 * @param {{ readonly [name: string]: string | number }} [query]
 */
export function pathOf(parts, query = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `/${parts.map(encodeURIComponent).join("/")}${search.size > 0 ? `?${search}` : ""}`;
}
