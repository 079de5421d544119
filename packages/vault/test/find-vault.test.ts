import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { findVault, isKeywrightError } from "../src/index.ts";
import { baseUrl, caught, clientOn } from "./support.ts";

const production = { id: "iihcwjkpp63v2nsmo436sdbeuu", name: "Production" };

describe("findVault", () => {
  it("requests only the vaults with that name, and returns the one", async () => {
    const fetch = recordingFetch(jsonResponse(200, [production]));
    expect(await findVault(clientOn(fetch), { name: "Production" })).toEqual(production);
    expect(fetch.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${baseUrl}/v1/vaults?filter=name%20eq%20%22Production%22`]);
  });

  it.each(['a"b', "a\\b", "a&b=c#d", "1+1", "ü 🔑", "x\ny", '" or name eq "'])("escapes the name %j, so that it stays one value", async (name) => {
    const fetch = recordingFetch(jsonResponse(200, [{ ...production, name }]));
    await findVault(clientOn(fetch), { name });
    const filter = new URL(fetch.requests[0]?.url ?? "").searchParams.get("filter");
    expect(filter).toBe(`name eq ${JSON.stringify(name)}`);
  });

  it("reports that there is none, and lists those that exist, by one more request", async () => {
    const fetch = recordingFetch(jsonResponse(200, []), jsonResponse(200, [production, { id: "rewrcj5xs2ovy42qpnspw2zgjf", name: "Test" }]));
    const error = await caught(findVault(clientOn(fetch), { name: "production" }));
    expect(error).toMatchObject({ name: "LookupError", code: "not-found", operationId: "listVaults", candidates: [] });
    expect(error.message).toBe('findVault: the token has no vault with the name "production"; there are "Production", "Test"');
    expect(fetch.requests.map(({ url }) => url)).toEqual([`${baseUrl}/v1/vaults?filter=name%20eq%20%22production%22`, `${baseUrl}/v1/vaults`]);
  });

  it("lists twenty names at most, and says so if there is none at all", async () => {
    const many = Array.from({ length: 23 }, (_one, index) => ({ ...production, name: `Vault ${index}` }));
    const { message } = await caught(findVault(clientOn(recordingFetch(jsonResponse(200, []), jsonResponse(200, many))), { name: "Production" }));
    expect(message).toMatch(/there are "Vault 0", .*"Vault 19" and 3 more$/);
    const none = await caught(findVault(clientOn(recordingFetch(jsonResponse(200, []), jsonResponse(200, []))), { name: "Production" }));
    expect(none.message).toMatch(/; there are no vaults$/);
  });

  it("shows characters that would change a terminal's output as escapes", async () => {
    const other = { ...production, name: "a\u009b31m\u202e\u{E0041}" };
    const { message } = await caught(findVault(clientOn(recordingFetch(jsonResponse(200, []), jsonResponse(200, [other]))), { name: "b\u009b" }));
    expect(message).toBe('findVault: the token has no vault with the name "b\\u009b"; there are "a\\u009b31m\\u202e\\udb40\\udc41"');
  });

  it("needs no second request if the server's own comparison found other names", async () => {
    const fetch = recordingFetch(jsonResponse(200, [production]));
    expect((await caught(findVault(clientOn(fetch), { name: "production" }))).message).toMatch(/; there are "Production"$/);
  });

  it("names the ids of several, which a name alone cannot tell apart", async () => {
    const answer = jsonResponse(200, [production, { id: "rewrcj5xs2ovy42qpnspw2zgjf", name: "Production" }]);
    const error = await caught(findVault(clientOn(recordingFetch(answer)), { name: "Production" }));
    expect(error).toMatchObject({ code: "ambiguous", candidates: ["iihcwjkpp63v2nsmo436sdbeuu", "rewrcj5xs2ovy42qpnspw2zgjf"] });
    expect(error.message).toBe(
      'findVault: the token has more than one vault with the name "Production": iihcwjkpp63v2nsmo436sdbeuu, rewrcj5xs2ovy42qpnspw2zgjf; say which by its id',
    );
  });

  it("takes the exact name if the server compares without case", async () => {
    const answer = jsonResponse(200, [{ id: "rewrcj5xs2ovy42qpnspw2zgjf", name: "production" }, production]);
    expect(await findVault(clientOn(recordingFetch(answer)), { name: "Production" })).toEqual(production);
  });

  it.each([undefined, null, "", 5, ["Production"]])("rejects %j as a name and sends nothing", async (name) => {
    const fetch = recordingFetch();
    const error = await caught(findVault(clientOn(fetch), { name: name as never }));
    expect(error).toMatchObject({ name: "ArgumentError", argument: "name" });
    expect(error.message).toMatch(/^findVault: name must be a string that is not empty; got /);
    expect(fetch.requests).toEqual([]);
  });

  it("rejects an unknown property of a query", async () => {
    const error = await caught(findVault(clientOn(recordingFetch()), { name: "Production", title: "Production" } as never));
    expect(error.message).toBe("findVault: title is not known here: use name; got a string of 10 characters");
  });

  it("rejects an unknown option, names itself in the error, and sends nothing", async () => {
    const fetch = recordingFetch();
    const error = await caught(findVault(clientOn(fetch), { name: "Production" }, { timeout: 5 } as never));
    expect(error).toMatchObject({ name: "ConfigurationError", message: "timeout is not an option of findVault; did you mean timeoutMs?" });
    expect(fetch.requests).toEqual([]);
  });

  it("passes the call's options on", async () => {
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    const error = await caught(findVault(clientOn(recordingFetch()), { name: "Production" }, { signal: controller.signal }));
    expect(isKeywrightError(error)).toBe(false);
    expect(error.message).toBe("enough");
  });
});
