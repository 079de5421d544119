// @ts-check
import { byId, field, fillTable, make, on, setOptions, valuesOf } from "./dom.js";
import { ask, pathOf } from "./server.js";

/** What a token of a service is limited to. */
const LIMITS = /** @type {{ readonly [service: string]: string }} */ ({ vault: "vaults", events: "features" });

const form = byId("issue", HTMLFormElement);
const issued = byId("issued");

/** Prepares the view. @param {readonly { readonly name: string }[]} services */
export function startTokens(services) {
  setOptions(
    field(form, "service"),
    services.map(({ name }) => [name, name]),
  );
  on(form, async () => {
    const { service, limits, expiresInSeconds } = valuesOf(form);
    const token = await ask("POST", "/tokens", {
      service,
      ...(limits === undefined ? {} : { [LIMITS[service ?? ""] ?? "scopes"]: limits.split(/[\s,]+/) }),
      ...(expiresInSeconds === undefined ? {} : { expiresInSeconds: Number(expiresInSeconds) }),
    });
    await showTokens();
    issued.hidden = false;
    const input = issued.querySelector("input");
    if (input !== null) input.value = token.token;
    input?.select();
    return "The token was issued. It is shown in full only now.";
  });
}

/** Reads the tokens again. */
export async function showTokens() {
  const tokens = await ask("GET", "/tokens");
  const rows = tokens.map((/** @type {any} */ token) => [
    token.service,
    make("code", {}, token.token),
    make("span", { className: "lines" }, [...token.scopes, ...(token.vaults ?? [])].join(", ") || "none"),
    token.expiresAt?.replace("T", " ").replace(/\..*/, "") ?? "never",
    revokeButton(token),
  ]);
  fillTable(byId("token-table"), ["Service", "Token", "Scopes", "Expires", ""], rows, "There is no token.");
}

/** @param {{ readonly id: string, readonly token: string }} token */
function revokeButton({ id, token }) {
  const button = make("button", { type: "button", "aria-label": `Revoke ${token}` }, "Revoke");
  on(button, async () => {
    await ask("DELETE", pathOf(["tokens", id]));
    await showTokens();
    return "The token was revoked.";
  });
  return button;
}
