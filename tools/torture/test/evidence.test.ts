import { describe, expect, it } from "vitest";
import { createEvidence } from "../src/evidence.ts";
import { SENTINELS } from "../src/sentinels.ts";

describe("the search for sentinels", () => {
  const shownIn: { readonly [form: string]: (secret: string) => unknown } = {
    "a message": (secret) => new Error(`the token ${secret} is bad`),
    "a cause": (secret) => new Error("it failed", { cause: new Error("inside", { cause: new Error(secret) }) }),
    "a member": (secret) => Object.assign(new Error("it failed"), { request: { headers: { authorization: `Bearer ${secret}` } } }),
    "an excerpt that is not enumerable": (secret) => Object.defineProperty(new Error("it failed"), "excerpt", { value: `<html>${secret}` }),
    "half of it": (secret) => new Error(secret.slice(0, 16)),
    "lower case": (secret) => new Error(secret.toLowerCase()),
    "a query": (secret) => new Error(`?after=${encodeURIComponent(secret)}`),
    "Base64 behind other text": (secret) => new Error(Buffer.from(`client:${secret}`).toString("base64")),
    "JSON in JSON": (secret) => new Error(JSON.stringify({ body: JSON.stringify({ secret }) })),
  };
  for (const [form, show] of Object.entries(shownIn)) {
    it.each(Object.entries(SENTINELS))(`finds it in ${form}: %s`, (name, secret) => {
      const evidence = createEvidence();
      evidence.lookAtError("an error", show(secret));
      expect(evidence.hits.join()).toContain(name);
      expect(evidence.hits.join()).not.toContain(secret);
    });
  }

  it("finds none in what holds none", () => {
    const evidence = createEvidence();
    evidence.lookAtError("an error", new Error("getItem failed with status 403: vault is not in the token's scope"));
    expect(evidence.hits).toEqual([]);
    expect(evidence.looked).toBeGreaterThan(3);
  });
});
