import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { writeUrl } from "../../src/client.ts";
import { createServerClients } from "../../src/openapi.ts";
import { baseUrl, getThing } from "../support.ts";

const operations = { getThing, getUpload: { ...getThing, id: "getUpload", server: "uploads" } };
const uploads = { baseUrl: "https://uploads.example.com", token: "token-2" };

type Method = (input: object) => Promise<unknown>;

function clients(servers: object) {
  const fetch = recordingFetch(jsonResponse(200, {}), jsonResponse(200, {}));
  const options = { baseUrl, token: "token-1", headers: { "x-own": "1" }, fetch, servers };
  return { fetch, client: createServerClients<{ getThing: Method; getUpload: Method }, { getUpload: Method }>({ operations, writeUrl }, options) };
}

describe("createServerClients", () => {
  it("sends each operation to its server, with that server's token and headers alone", async () => {
    const { fetch, client } = clients({ uploads });
    await client.getThing({ thingId: "a" });
    await client.raw.getUpload({ thingId: "b" });
    const sent = fetch.requests.map(({ url, headers }) => [url, headers["authorization"], headers["x-own"]]);
    expect(sent).toEqual([
      [`${baseUrl}/v1/things/a`, "Bearer token-1", "1"],
      ["https://uploads.example.com/v1/things/b", "Bearer token-2", undefined],
    ]);
  });

  it.each([
    [{}, "servers.uploads"],
    [{ uploads: { baseUrl: "uploads" } }, "servers.uploads.baseUrl"],
    [{ uploads, upload: uploads }, "upload"],
  ])("throws for the servers %j", (servers, name) => {
    expect(() => clients(servers)).toThrow(expect.objectContaining({ name: "ConfigurationError", message: expect.stringContaining(name) }));
  });
});
