import type { Json, ParameterSpec } from "@keywright/emulator/contract";
import type { OperationSpec, Operations } from "../contract/contract.ts";
import type { Input } from "../session/session.ts";
import { Broken, needed, require, requireStatus, Untested } from "../session/outcome.ts";
import type { Examples, Rule, World } from "./rule.ts";

type ExamplesOf<W> = (operation: string, world: W) => Examples;

const LARGE = 4 * 1024 * 1024;

/** Returns the rules that each operation's contract implies, such as for scopes and bodies. */
export function rulesOfEveryOperation<W extends World>(operations: Operations, examples: ExamplesOf<W>): readonly Rule<W>[] {
  const own = [...operations.values()].filter(({ path }) => path !== undefined).flatMap((operation) => rulesOf(operation, examples));
  return [UNKNOWN_PATH, ...own];
}

const UNKNOWN_PATH: Rule<World> = {
  operation: "any path",
  id: "unknown-path",
  tier: "faults",
  says: "a path that the contract does not have is 404",
  async test({ session }) {
    // A gateway can reject what it does not know before it looks for it.
    requireStatus(await session.raw("GET", "/keywright-conformance"), [404, 401, 403], "an unknown path");
  },
};

function rulesOf<W extends World>(operation: OperationSpec, examples: ExamplesOf<W>): readonly Rule<W>[] {
  const { id, responses, scheme, scopes, mediaType, parameters, isSafe } = operation;
  const rule = (name: string, says: string, test: (world: W) => Promise<void>): Rule<W> => ({ operation: id, id: name, tier: "faults", says, test });
  const valid = (world: W): Input => usable(examples(id, world).valid);
  const harmless = (world: W): Input => examples(id, world).nowhere ?? valid(world);
  const reject = async ({ session }: W, input: Input, statuses: readonly number[], what: string): Promise<void> =>
    requireStatus(await session.attempt(id, input), statuses, what);

  const rules: Rule<W>[] = [];
  if (scheme === "bearer" && responses.has(401))
    rules.push(
      rule(operation.rules.has("missing-token") ? "missing-token" : "token", "a missing or wrong token is 401", async (world) => {
        await reject(world, { ...harmless(world), authorization: "none" }, [401], "a request without a token");
        await reject(world, { ...harmless(world), authorization: "Bearer keywright-conformance-wrong" }, [401], "a wrong token");
      }),
    );
  if (scopes.length > 0 && responses.has(403))
    rules.push(
      rule("scope", "a token without the scope is 403", async (world) => {
        const token = await narrowToken(world, scopes);
        await reject(world, { ...harmless(world), authorization: `Bearer ${token}` }, [403], `a token without ${scopes.join(" ")}`);
      }),
    );
  if (mediaType !== undefined && responses.has(415))
    rules.push(
      rule("media-type", "a body of another media type is 415", (world) =>
        reject(world, { ...valid(world), mediaType: "text/plain", text: "keywright" }, [415], "a body in plain text"),
      ),
    );
  if (mediaType?.endsWith("json") === true && responses.has(400))
    rules.push(
      rule("syntax", "a body that is not JSON is 400", (world) => reject(world, { ...valid(world), text: "{" }, [400], "a body that is cut off")),
      rule("type", "a body of another type is 400", (world) => reject(world, { ...valid(world), text: "7" }, [400], "a number as the body")),
    );
  if (mediaType !== undefined && responses.has(413))
    rules.push(rule("too-large", "a body above the limit is 413", (world) => rejectLarge(world, id, valid(world))));
  const wrong = parameters.flatMap(wrongValues);
  if (responses.has(400) && wrong.length > 0)
    rules.push(
      rule("parameters", "a parameter that does not match its schema is 400", async (world) => {
        for (const { place, name, value, what } of isSafe ? wrong : wrong.filter(({ place: at }) => at === "path")) {
          const input = harmless(world);
          await reject(world, { ...input, [place]: { ...input[place], [name]: value } }, [400], `${name} ${what}`);
        }
      }),
    );
  const last = parameters.filter((parameter) => parameter.in === "path").at(-1);
  if (isSafe && last !== undefined && responses.has(404) && last.schema["pattern"] !== undefined)
    rules.push(
      rule("unknown-id", `an unknown ${last.name} is 404`, async (world) => {
        const input = valid(world);
        // The contract does not say which of the two a vault is that the token cannot know.
        const statuses = last.name === "vaultUUID" ? [404, 403] : [404];
        await reject(world, { ...input, path: { ...input.path, [last.name]: unknownId() } }, statuses, `an unknown ${last.name}`);
      }),
    );
  return rules;
}

async function rejectLarge({ session }: World, id: string, input: Input): Promise<void> {
  const { response } = await session.attempt(id, { ...input, text: `7${" ".repeat(LARGE)}` }).catch((error: unknown) => {
    // RFC 9110 §15.5.14 allows it.
    throw error instanceof Broken ? new Untested(`the server closed the connection instead of a response: ${error.message}`) : error;
  });
  if (response.status === 400) throw new Untested(`the server reads a body of ${LARGE} bytes, and its limit is not known`);
  require(response.status === 413, `expected 413 for a body of ${LARGE} bytes; got ${response.status}`);
}

function usable(input: Input | string): Input {
  if (typeof input === "string") throw new Untested(input);
  return input;
}

/** An id of 26 lower-case letters that nothing has. */
export function unknownId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => String.fromCharCode(97 + (byte % 26))).join("");
}

interface Wrong {
  readonly place: "path" | "query";
  readonly name: string;
  readonly value: string;
  readonly what: string;
}

function wrongValues({ name, in: place, schema, isFilter }: ParameterSpec): readonly Wrong[] {
  if (place !== "path" && place !== "query") return [];
  const { type, minimum, maximum, pattern, enum: values } = schema;
  const wrong = (value: string, what: string): Wrong => ({ place, name, value, what });
  if (isFilter) return [wrong("keywright eq", "without a value"), wrong('keywright.unknown eq "x"', "with an unknown attribute")];
  if (type === "integer")
    return [
      wrong("many", "that is not a number"),
      ...(typeof minimum === "number" ? [wrong(String(minimum - 1), `below ${minimum}`)] : []),
      ...(typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? [wrong(String(maximum + 1), `above ${maximum}`)] : []),
    ];
  if (type === "boolean") return [wrong("maybe", "that is neither true nor false")];
  if (Array.isArray(values)) return [wrong("keywright", "that is not one of its values")];
  return typeof pattern === "string" && !new RegExp(pattern, "u").test("KEYWRIGHT") ? [wrong("KEYWRIGHT", "that does not match its pattern")] : [];
}

/** Requests a token with one scope that an operation does not accept. */
async function narrowToken({ session }: World, scopes: readonly string[]): Promise<string> {
  needed(session.credentials.client, "set KEYWRIGHT_MANAGEMENT_CLIENT_ID and KEYWRIGHT_MANAGEMENT_CLIENT_SECRET, which can request a token with fewer scopes");
  const whole = await requestToken(session, {});
  const other = whole.scope.split(" ").find((scope) => !scopes.includes(scope) && scope !== "offline_access");
  const { access_token: token } = await requestToken(session, { scope: needed(other, "the client has no other scope") });
  return token;
}

/** The response of the token operation. */
export interface IssuedToken extends Json {
  readonly access_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

/** Requests a token for the client of the run. */
export async function requestToken(session: World["session"], form: { readonly [field: string]: string }): Promise<IssuedToken> {
  const text = new URLSearchParams({ grant_type: "client_credentials", ...form }).toString();
  const issued = await session.call<IssuedToken>("issueToken", { text });
  session.mask.add(issued.access_token);
  return issued;
}
