import { type Area, body, documentOf, json, jsonResponse, parameter, text } from "./feature.ts";

const uploads = { url: "https://uploads.invalid", "x-name": "uploads" };
const options = { servers: { uploads: { baseUrl: "https://uploads.example.com", token: "u" } } };
const secret = { type: "string", "x-secret": true };
const shownAs = { generated: ["secrets:"] };

/** Servers of operations. */
export const servers: Area = {
  name: "servers",
  features: [
    { what: "a server of the contract", shows: "for the whole contract", document: documentOf({}), verdict: { sent: "GET /things" } },
    {
      what: "a server of an operation",
      shows: "of an operation or a path, with `x-name`",
      document: documentOf({ operation: { servers: [uploads] } }),
      verdict: { options, sent: "GET https://uploads.example.com/things", headers: { authorization: "Bearer u" } },
    },
    {
      what: "a server of a path",
      document: documentOf({ item: { servers: [uploads] } }),
      verdict: { options, sent: "GET https://uploads.example.com/things" },
    },
    {
      what: "a server of an operation without a name",
      shows: "of an operation or a path, without `x-name`",
      document: documentOf({ operation: { servers: [{ url: "https://uploads.invalid" }] } }),
      verdict: { at: '→{ "url": "https://uploads.invalid"', because: /has its own server, which needs a name .*: write "x-name: uploads"/ },
    },
    {
      what: "two servers of two names",
      document: documentOf({ operation: { servers: [uploads, { url: "https://b.invalid", "x-name": "other" }] } }),
      verdict: { at: '→{ "url": "https://b.invalid"', because: /has servers of two names/ },
    },
    {
      what: "a server with a name that is no identifier",
      document: documentOf({ operation: { servers: [{ url: "https://uploads.invalid", "x-name": "Up loads" }] } }),
      verdict: { at: '"x-name": →"Up loads"', because: /x-name must be an identifier in lower camel case, such as uploads/ },
    },
  ],
};

/** Places of secrets. */
export const secrets: Area = {
  name: "secrets",
  features: [
    {
      what: "in a property of a body",
      shows: "`x-secret` in properties, items, maps and recursive schemas of bodies",
      document: body("application/json", { type: "object", properties: { pin: secret } }, { pin: "1" }),
      verdict: { input: { body: { pin: "1" } }, ...shownAs },
    },
    {
      what: "in a property of a response",
      document: json({ type: "object", properties: { pin: secret } }, { pin: "1" }),
      verdict: { response: jsonResponse({ pin: "1" }), ...shownAs },
    },
    { what: "in items", document: json({ type: "array", items: secret }, ["1"]), verdict: { response: jsonResponse(["1"]), ...shownAs } },
    {
      what: "in additionalProperties",
      document: json({ type: "object", additionalProperties: secret }, { a: "1" }),
      verdict: { response: jsonResponse({ a: "1" }), ...shownAs },
    },
    {
      what: "in patternProperties",
      document: json({ type: "object", patternProperties: { "^a": secret } }, { a: "1" }),
      verdict: { response: jsonResponse({ a: "1" }), ...shownAs },
    },
    {
      what: "in a recursive schema",
      document: json(
        { $ref: "#/components/schemas/Tree" },
        { pin: "1" },
        { Tree: { type: "object", properties: { pin: secret, child: { $ref: "#/components/schemas/Tree" } } } },
      ),
      verdict: { response: jsonResponse({ pin: "1", child: { pin: "2" } }), ...shownAs },
    },
    {
      what: "in a branch of a union",
      document: json({ oneOf: [text, { type: "object", properties: { pin: secret } }] }, "a"),
      verdict: { response: jsonResponse({ pin: "1" }), ...shownAs },
    },
    ...["query", "path", "header", "cookie"].map((place) => ({
      what: `in the ${place}`,
      ...(place === "query" ? { shows: "`x-secret` in parameters" } : {}),
      document: parameter(place, "a", { schema: secret }),
      verdict: { at: '→{ "name": "p"', because: /has x-secret, which masks only values of bodies: .*Send the secret in the body/ },
    })),
    {
      what: "x-secret: false",
      shows: "`x-secret` with another value than `true`",
      document: json({ type: "object", properties: { pin: { type: "string", "x-secret": false } } }, { pin: "1" }),
      verdict: { at: '"x-secret": →false', because: /x-secret must be true; got false/ },
    },
  ],
};
