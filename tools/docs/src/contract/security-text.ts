import { code } from "../markdown.ts";
import { type ContractDocument, type Json, resolve } from "./document.ts";

/** The credentials of an operation: its alternatives, each with all that are sent together. */
export function securityText(document: ContractDocument, requirements: readonly Json[]): string {
  const alternatives = requirements.filter((requirement) => Object.keys(requirement).length > 0);
  if (alternatives.length === 0) return "Needs no token.";
  const words = alternatives.map((requirement) =>
    Object.entries(requirement)
      .map(([name, scopes]) => credentialText(document, name, scopes as readonly string[]))
      .join(" and "),
  );
  return alternatives.length === requirements.length ? `Needs ${words.join(", or ")}.` : `Accepts ${words.join(", or ")}; also works without.`;
}

function credentialText(document: ContractDocument, name: string, scopes: readonly string[]): string {
  const schemes = (document.root["components"] as Json)["securitySchemes"] as { readonly [name: string]: Json };
  const scheme = resolve(document, schemes[name]);
  if (scheme["type"] === "apiKey") return `the API key ${code(name)} in the ${String(scheme["in"])} ${code(String(scheme["name"]))}`;
  if (String(scheme["scheme"]).toLowerCase() === "basic") {
    // An application at the token endpoint of OAuth 2 sends its id and secret as Basic credentials.
    const isClient = Object.values(schemes).some(({ type }) => type === "oauth2");
    return isClient ? "client id and client secret, as Basic credentials" : `user name and password, as Basic credentials ${code(name)}`;
  }
  const wanted = scopes.map((scope) => code(scope)).join(" and ");
  return wanted === "" ? "a bearer token" : `a bearer token with ${wanted}`;
}
