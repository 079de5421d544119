import { describe, expect, it } from "vitest";
import { secretsShownBy, SENTINELS } from "./faults/secrets.ts";

const SHOWN_IN: readonly (readonly [form: string, show: (secret: string) => unknown])[] = [
  ["a message", (secret) => new Error(`the token ${secret} is bad`)],
  ["a cause", (secret) => new Error("it failed", { cause: new Error("inside", { cause: new Error(secret) }) })],
  ["a property", (secret) => Object.assign(new Error("it failed"), { request: { headers: { authorization: `Bearer ${secret}` } } })],
  ["an excerpt that is not enumerable", (secret) => Object.defineProperty(new Error("it failed"), "excerpt", { value: `<html>${secret}` })],
  ["half of it", (secret) => new Error(secret.slice(0, 16))],
  ["lower case", (secret) => new Error(secret.toLowerCase())],
  ["a query", (secret) => new Error(`?after=${encodeURIComponent(secret)}`)],
  ["Base64 behind other text", (secret) => new Error(Buffer.from(`client:${secret}`).toString("base64"))],
  ["JSON in JSON", (secret) => new Error(JSON.stringify({ body: JSON.stringify({ secret }) }))],
];

describe("the search for secrets", () => {
  it.each(SHOWN_IN)("finds each of them in %s", (_form, show) => {
    for (const [name, secret] of Object.entries(SENTINELS)) expect(secretsShownBy(show(secret))).toContain(name);
  });

  it("finds none in what has none", () => {
    expect(secretsShownBy(new Error("getItem failed with status 403: vault is not in the token's scope"))).toEqual([]);
  });
});
