import { type Area, documentOf, operation } from "./feature.ts";

const bearer = { type: "http", scheme: "bearer" };
const key = (place: string, name = "x-key"): object => ({ type: "apiKey", in: place, name });

/** An operation that is secured by some schemes. */
function secured(schemes: object, security: readonly object[], members: object = {}): object {
  return documentOf({ operation: { security, ...members }, components: { securitySchemes: schemes }, root: { security: [] } });
}

const given = { options: { credentials: { a: "k" } } };
const user = { options: { credentials: { a: { username: "u", password: "p" } } } };
const flows = { clientCredentials: { tokenUrl: "https://probe.invalid/token", scopes: { read: "Reads." } } };

/** Credentials. */
export const credentials: Area = {
  name: "security",
  features: [
    {
      what: "a bearer token",
      shows: "bearer, OAuth 2, OpenID Connect",
      document: secured({ a: bearer }, [{ a: [] }]),
      verdict: { headers: { authorization: "Bearer t" } },
    },
    { what: "OAuth 2", document: secured({ a: { type: "oauth2", flows } }, [{ a: ["read"] }]), verdict: { headers: { authorization: "Bearer t" } } },
    {
      what: "OpenID Connect",
      document: secured({ a: { type: "openIdConnect", openIdConnectUrl: "https://probe.invalid/oidc" } }, [{ a: [] }]),
      verdict: { headers: { authorization: "Bearer t" } },
    },
    {
      what: "a key in a header",
      shows: "API keys in header, query and cookie",
      document: secured({ a: key("header") }, [{ a: [] }]),
      verdict: { ...given, headers: { "x-key": "k", authorization: null } },
    },
    {
      what: "a key in the query",
      document: secured({ a: key("query", "key") }, [{ a: [] }]),
      verdict: { ...given, sent: "GET /things?key=k", headers: { authorization: null } },
    },
    {
      what: "a key in a cookie",
      document: secured({ a: key("cookie", "key") }, [{ a: [] }]),
      verdict: { ...given, headers: { cookie: "key=k", authorization: null } },
    },
    {
      what: "Basic",
      shows: "Basic",
      document: secured({ a: { type: "http", scheme: "basic" } }, [{ a: [] }]),
      verdict: { ...user, headers: { authorization: "Basic dTpw" } },
    },
    {
      what: "optional credentials",
      shows: "alternatives, several together, optional ones, none",
      document: secured({ a: key("header") }, [{}, { a: [] }]),
      verdict: { headers: { "x-key": null } },
    },
    { what: "optional credentials that are given", document: secured({ a: key("header") }, [{ a: [] }, {}]), verdict: { ...given, headers: { "x-key": "k" } } },
    {
      what: "two together",
      document: secured({ a: key("header"), b: key("query", "key") }, [{ a: [], b: [] }]),
      verdict: { options: { credentials: { a: "k", b: "l" } }, sent: "GET /things?key=l", headers: { "x-key": "k" } },
    },
    {
      what: "one of two",
      document: secured({ a: key("header"), b: key("query", "key") }, [{ a: [] }, { b: [] }]),
      verdict: { options: { credentials: { b: "l" } }, sent: "GET /things?key=l", headers: { "x-key": null } },
    },
    { what: "none", document: secured({}, []), verdict: { headers: { authorization: null } } },
    {
      what: "security of the root",
      shows: "for the whole contract, or by the operation",
      document: documentOf({}),
      verdict: { headers: { authorization: "Bearer t" } },
    },
    { what: "none in place of that of the root", document: documentOf({ operation: { security: [] } }), verdict: { headers: { authorization: null } } },
    {
      what: "two bearer schemes",
      document: secured({ a: bearer, b: bearer }, [{ a: [] }, { b: [] }]),
      verdict: { options: { credentials: { a: "k", b: "l" } }, headers: { authorization: "Bearer k" } },
    },
    {
      what: "digest",
      shows: "digest, other HTTP schemes",
      document: secured({ a: { type: "http", scheme: "digest" } }, [{ a: [] }]),
      verdict: { at: '"securitySchemes": { →"a"', because: /the security scheme a has the HTTP scheme digest; clients send bearer and basic/ },
    },
    {
      what: "a key with a name that HTTP cannot carry",
      shows: "keys with names that HTTP does not allow, or that the client sets itself",
      document: secured({ a: key("header", "x key") }, [{ a: [] }]),
      verdict: { at: '"securitySchemes": { →"a"', because: /which HTTP does not allow: write the name/ },
    },
    {
      what: "a key in a header of the client",
      document: secured({ a: key("header", "Accept") }, [{ a: [] }]),
      verdict: { at: '"securitySchemes": { →"a"', because: /in the header Accept, which the client sets itself/ },
    },
    {
      what: "two credentials in one header",
      shows: "two credentials in one header",
      document: secured({ a: bearer, b: { type: "http", scheme: "basic" } }, [{ a: [], b: [] }]),
      verdict: { at: '"security": [ →{ "a"', because: /requires two credentials in the header authorization, which has only one/ },
    },
    {
      what: "a key that is also a parameter",
      shows: "a key that is also a parameter",
      document: secured({ a: key("query", "p") }, [{ a: [] }], {
        parameters: [{ name: "p", in: "query", description: "One.", schema: { type: "string" }, example: "a" }],
      }),
      verdict: { at: '"securitySchemes": { →"a"', because: /which is also a parameter of doThing: remove the parameter/ },
    },
    {
      what: "a scheme that is not defined",
      shows: "a scheme that is not defined",
      document: secured({ a: bearer }, [{ b: [] }, { a: [] }]),
      verdict: { at: '→"b": []', because: /b/ },
    },
    {
      what: "different credentials of two operations",
      document: documentOf({
        root: { security: [] },
        operation: { security: [{ a: [] }] },
        paths: { "/others": { get: operation("getOther", "get", { security: [{ bearer: [] }] }) } },
        components: { securitySchemes: { a: key("header"), bearer } },
      }),
      verdict: { ...given, calls: "getOther", headers: { authorization: "Bearer t", "x-key": null } },
    },
  ],
};
