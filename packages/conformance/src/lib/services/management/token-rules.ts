import { needed, require, requireStatus } from "../../session/outcome.ts";
import { rule, type Rule } from "../../rules/rule.ts";
import { basicOf } from "../../session/credentials.ts";
import { clientOf, type ManagementWorld, newToken } from "./world.ts";

const GRANT = "grant_type=client_credentials";

async function reject(
  world: ManagementWorld,
  input: { readonly text: string; readonly authorization?: string },
  error: string | undefined,
  what: string,
): Promise<void> {
  clientOf(world);
  const exchange = await world.session.attempt("issueToken", input);
  requireStatus(exchange, [400], what);
  const body = exchange.response.json?.value as { readonly error?: unknown } | undefined;
  require(typeof body?.error === "string", "the body must have the property error");
  if (error !== undefined) require(body.error === error, `expected the error ${error}; got ${body.error}`);
}

function formOf(world: ManagementWorld): string {
  const { id, secret } = clientOf(world);
  return `${GRANT}&${new URLSearchParams({ client_id: id, client_secret: secret }).toString()}`;
}

/** The rules of tokens. */
export const TOKEN_RULES: readonly Rule<ManagementWorld>[] = [
  rule("issueToken.basic", "read", async (world) => {
    const { access_token: token } = await newToken(world);
    const { response } = await world.session.attempt("listAppCategories", { authorization: `Bearer ${token}` });
    require(response.status !== 401, "the service must accept the token that it issued");
  }),
  rule("issueToken.form", "read", async (world) => {
    const text = formOf(world);
    const { access_token: token } = await world.session.call<{ readonly access_token: string }>("issueToken", { text, authorization: "none" });
    world.session.mask.add(token);
  }),
  rule("issueToken.all-scopes", "read", async (world) => {
    const { scope } = await newToken(world);
    require(scope.trim() !== "", "a token without requested scopes must have the scopes of the app");
  }),
  rule("issueToken.scopes", "read", async (world) => {
    const [scope] = (await newToken(world)).scope.split(" ");
    const narrow = await newToken(world, { scope: needed(scope, "the app has no scopes") });
    require(narrow.scope === scope, `expected a token with the scope ${scope}; got ${narrow.scope}`);
  }),
  rule("issueToken.offline", "read", async (world) => {
    const issued = await newToken(world);
    require(issued["refresh_token"] === undefined, "a token of the client itself must come without a refresh token");
  }),
  rule("issueToken.failure", "faults", (world) => reject(world, { text: "grant_type=keywright" }, undefined, "an unknown grant type")),
  rule("issueToken.client", "faults", "a wrong client secret is 400 with invalid_client", (world) =>
    reject(world, { text: GRANT, authorization: basicOf(clientOf(world).id, "keywright-conformance") }, "invalid_client", "a wrong client secret"),
  ),
  rule("issueToken.both", "faults", (world) => reject(world, { text: formOf(world) }, "invalid_request", "credentials sent in both ways")),
  rule("issueToken.unknown-scope", "faults", (world) => reject(world, { text: `${GRANT}&scope=Keywright.Unknown` }, "invalid_scope", "an unknown scope")),
];
