import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Paginator } from "@keywright/core";
import type { OperationTable } from "@keywright/core/client";
import { generate } from "@keywright/generate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMockOf } from "../src/start-mock.ts";
import { PAGED_LISTS, writePagedContract } from "../../../packages/generate/test/paged-contract.ts";

type List = (input?: object) => Paginator<{ readonly id: string }, unknown>;

let mock: Mock;
let client: { readonly [operationId: string]: List };
let remove: () => Promise<void>;
const requests: string[] = [];

/** Generates a client of a contract with a list of each style, and mocks the contract. */
beforeAll(async () => {
  const contract = await writePagedContract();
  remove = contract.remove;
  const files = await generate(contract.file);
  const { resolve } = createRequire(import.meta.url);
  for (const name of ["openapi.json", "operations.ts", "client.ts"] as const)
    await writeFile(
      join(contract.folder, name),
      files[name].replaceAll(/"(@keywright\/core\/\w+)"/g, (_all, entry: string) => JSON.stringify(resolve(entry))),
    );
  const load = (name: string): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(join(contract.folder, name)).href);
  const { operations: table } = (await load("operations.ts")) as { readonly operations: OperationTable };
  const { createThingsClient } = (await load("client.ts")) as { readonly createThingsClient: (options: object) => typeof client };
  mock = await startMockOf({ name: "things", document: JSON.parse(files["openapi.json"]) as { readonly [name: string]: unknown }, table });
  const fetch = async (address: string, init: RequestInit): Promise<Response> => {
    requests.push(address.slice(mock.url.length) + (typeof init.body === "string" ? ` ${init.body}` : ""));
    const response = await globalThis.fetch(address, init);
    expect(response.headers.get("sl-violations")).toBeNull();
    return response;
  };
  client = createThingsClient({ baseUrl: mock.url, token: "example-token", fetch });
});

afterAll(async () => {
  await mock.close();
  await remove();
});

describe.each(Object.entries(PAGED_LISTS))(
  "%s, generated from a contract and mocked",
  (id, { path, examples, pagination, walk: { asked, positions, resume } }) => {
    const input = path.includes("{account}") ? { account: "one" } : undefined;
    const address = path.replace("{account}", "one");
    const pages = Object.keys(examples).filter((name) => name !== "empty" || ["listLiveLinks", "listBarePages"].includes(id));
    const idsOf = (page: string): string[] =>
      [...JSON.stringify((examples as { readonly [page: string]: unknown })[page]).matchAll(/"id":"(\w)"/g)].map(([, one]) => one as string);

    it(`walks the pages of its style, ${String(pagination["style"])}`, async () => {
      requests.length = 0;
      const walked: { readonly items: readonly { readonly id: string }[]; readonly resumeAt: unknown }[] = [];
      for await (const page of (client[id] as List)(input).pages()) walked.push(page);
      expect(walked.map(({ items }) => items.map((item) => item.id))).toEqual(pages.map(idsOf));
      expect(walked.map(({ resumeAt }) => resumeAt)).toEqual(positions);
      const begin = id === "listCursorBodies" ? " {}" : "";
      expect(requests).toEqual([address + begin, ...asked.map((query) => address + query)]);
    });

    it("goes on at a position that was kept", async () => {
      const items = await (client[id] as List)({ ...input, ...resume }).toArray({ max: 10 });
      expect(items.map((item) => item.id)).toEqual(idsOf(pages.at(-1) as string));
    });
  },
);
