import { checkOptions, type Rule, SENDABLE_VALUE } from "../options/check-options.ts";
import type { Credential, Operation } from "../contract.ts";
import { ConfigurationError } from "../errors.ts";
import { LONE_SURROGATE } from "../call/request/check-input.ts";
import { basic, CONTROL, createSign } from "../call/stages/sign.ts";
import type { HttpRequest } from "../http.ts";
import type { ClientOptions } from "../options.ts";
import type { Credentials, Stage } from "../pipeline.ts";

/** A user name and its password (RFC 7617). */
export interface UserCredentials {
  /** The user name. It contains no colon and no control character. */
  readonly username: string;
  /** The password, which may be empty. It contains no control character. */
  readonly password: string;
}

/** The checked option `credentials`: API keys, user names with passwords, and tokens, by scheme. */
interface Given {
  readonly [name: string]: string | UserCredentials | ClientOptions["token"];
}

const USER: Rule = [
  (value) => typeof value === "object",
  "an object with username and password",
  {
    rules: {
      // RFC 7617, section 2: the user-id cannot contain a colon, because the first colon ends it.
      username: [(value) => isText(value) && !value.includes(":"), "a string without colons and control characters", { isNeeded: true, isSecret: true }],
      password: [isText, "a string without control characters, such as a line break at its end", { isNeeded: true, isSecret: true }],
    },
  },
];

const KEYS: { readonly [Place in "header" | "query" | "cookie"]: Rule } = {
  header: [
    (value) => typeof value === "string" && SENDABLE_VALUE.test(value),
    "a key of visible ASCII characters, without spaces around it",
    { isSecret: true },
  ],
  query: [(value) => typeof value === "string" && value !== "" && !LONE_SURROGATE.test(value), "a key that is not empty", { isSecret: true }],
  // RFC 6265, section 4.1.1: the characters of a cookie's value.
  cookie: [
    (value) => typeof value === "string" && /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(value),
    "a key of characters that a cookie can carry: visible ASCII without quotes, commas, semicolons and backslashes",
    { isSecret: true },
  ],
};

/**
 * Signs each attempt with the first alternative whose credentials the user set; with none if it may
 * have none.
 */
export const namedCredentials: Credentials = {
  rules: { credentials: undefined },

  createSign({ operations, allCredentials, optionsAt = "" }, options, clock, next) {
    const credentials = allCredentials ?? credentialsOf(Object.values(operations));
    const { token, credentials: given = {} }: { readonly token?: ClientOptions["token"]; readonly credentials?: Given } = options;
    const rules = Object.fromEntries(credentials.flatMap((credential) => (credential.name === undefined ? [] : [[credential.name, ruleOf(credential)]])));
    const names = Object.keys(rules).join(", ");
    checkOptions(
      "the client",
      { credentials: given },
      { credentials: [(value) => typeof value === "object", `an object with ${names || "no properties"}`, { rules }] },
      { prefix: optionsAt },
    );
    const optionOf = ({ name }: Credential): string => optionsAt + (name === undefined ? "token" : `credentials.${name}`);
    const valueOf = ({ name }: Credential): Given[string] => (name === undefined ? token : given[name]);
    const isGiven = (credential: Credential): boolean => valueOf(credential) !== undefined;
    const plain = createSign(clock, token, next, `${optionsAt}token`);
    // All at the client's creation, because each stage checks its token.
    const stages = new Map(
      credentials.flatMap((credential) =>
        credential.type === "bearer" ? [[credential.name, createSign(clock, valueOf(credential) as ClientOptions["token"], next, optionOf(credential))]] : [],
      ),
    );

    return (request, call) => {
      const { id, security } = call.operation;
      const { anyOf } = security;
      if (anyOf === undefined) return plain(request, call);
      const chosen = anyOf.find((all) => all.length > 0 && all.every(isGiven)) ?? anyOf.find((all) => all.length === 0);
      if (chosen === undefined) throw missing(id, anyOf, isGiven, optionOf);
      let stage: Stage = next;
      let signed = request;
      const secrets: string[] = [];
      for (const credential of chosen) {
        const value = valueOf(credential);
        if (credential.type === "bearer") stage = stages.get(credential.name) ?? plain;
        else if (credential.type === "basic") {
          const { username, password } = value as UserCredentials;
          const authorization = basic(username, password);
          secrets.push(username, password, authorization.slice("Basic ".length));
          signed = { ...signed, headers: { ...signed.headers, authorization } };
        } else {
          // A value such as "Custom abc" may be shown without its first word.
          secrets.push(value as string, (value as string).replace(/^\S+ /, ""));
          signed = withKey(signed, credential, value as string);
        }
      }
      call.keys = secrets;
      call.signal?.throwIfAborted();
      return stage(signed, call);
    };
  },
};

/** The named credentials of operations. */
export function credentialsOf(operations: readonly Operation[]): readonly Credential[] {
  return operations.flatMap(({ security }) => (security.anyOf ?? []).flat());
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !CONTROL.test(value);
}

/** The stage that sends a token checks it. */
function ruleOf(credential: Credential): Rule | undefined {
  if (credential.type === "bearer") return undefined;
  return credential.type === "basic" ? USER : KEYS[credential.in];
}

function withKey(request: HttpRequest, { in: place, key }: Extract<Credential, { readonly type: "key" }>, value: string): HttpRequest {
  if (place === "query") {
    // A fragment is never sent, and the key would be in it.
    const address = request.url.replace(/#.*/s, "");
    return { ...request, url: `${address}${address.includes("?") ? "&" : "?"}${encodeURIComponent(key)}=${encodeURIComponent(value)}` };
  }
  const { headers } = request;
  if (place === "header") return { ...request, headers: { ...headers, [key.toLowerCase()]: value } };
  const cookies = headers["cookie"];
  return { ...request, headers: { ...headers, cookie: `${cookies === undefined ? "" : `${cookies}; `}${key}=${value}` } };
}

function missing(
  id: string,
  anyOf: readonly (readonly Credential[])[],
  isGiven: (credential: Credential) => boolean,
  optionOf: (credential: Credential) => string,
): ConfigurationError {
  const [first] = anyOf.flat().filter((credential) => !isGiven(credential));
  const all = anyOf.map((together) => together.map(optionOf).join(" and ")).join(", or ");
  return new ConfigurationError("missing-token", `${id} needs a credential`, {
    operationId: id,
    option: first && optionOf(first),
    advice: `give the client ${all}`,
  });
}
