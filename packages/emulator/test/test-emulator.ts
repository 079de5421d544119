import { exampleInputs, exampleOptions, itemsOf, type OperationShape } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";

type Json = { readonly [name: string]: unknown };
type Method = (input?: unknown) => Promise<{ readonly status: number; readonly body: unknown }>;

/** The operations of a resource by their verbs. */
export interface ResourceStory {
  /** The property that identifies a thing. */
  readonly id?: string;
  /** The property of a body that has the thing, if bodies have an envelope. */
  readonly envelope?: string;
  readonly list?: string;
  readonly create?: string;
  readonly read?: string;
  readonly replace?: string;
  readonly patch?: string;
  readonly remove?: string;
}

/** The credentials of an emulator, as options of its client. */
interface Credentials {
  readonly token?: string;
  readonly credentials?: { readonly [name: string]: unknown };
}

/** An emulator with the state of a contract, and the client of the same contract. */
export interface EmulatedClient {
  readonly document: object;
  readonly operations: { readonly [id: string]: OperationShape };
  readonly createClient: (options: never) => object;
  readonly createEmulator: (options: { readonly onDefect: (defect: Error) => void }) => { readonly fetch: unknown; readonly clientOptions: Credentials };
  readonly resources: readonly ResourceStory[];
}

/** Registers the tests that such an emulator must pass: it accepts the contract's examples, keeps state, and rejects requests without credentials. */
export function testEmulator({ document, operations, createClient, createEmulator, resources }: EmulatedClient): void {
  const root = document as Json;
  const atPaths = Object.values(operations).filter(({ address }) => address === undefined);
  const open = (given?: Credentials) => {
    const { fetch, clientOptions } = createEmulator({
      onDefect: (defect) => {
        throw defect;
      },
    });
    const { servers, ...example } = exampleOptions(operations, (server) => `https://${server ?? "service"}.example.com`);
    const secrets = { ...clientOptions, ...given };
    const others = Object.fromEntries(Object.entries(servers ?? {}).map(([name, server]) => [name, { ...server, ...secrets }]));
    const options = { ...example, ...secrets, ...(servers === undefined ? {} : { servers: others }), fetch, retry: false };
    const client = createClient(options as never) as { readonly raw: { readonly [id: string]: Method } } & {
      readonly [id: string]: (input?: unknown) => unknown;
    };
    const call = (id: string, input: unknown): ReturnType<Method> => (client.raw[id] as Method)(...(input === undefined ? [] : [input]));
    return { client, call };
  };
  const rowOf = (id: string): OperationShape => operations[id] as OperationShape;
  const inputOf = (id: string): Json => ({ ...(exampleInputs(root, rowOf(id))[0]?.input as Json) });
  const namesIn = (id: string): string[] => [...rowOf(id).path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);

  describe.each(atPaths)("$id", (operation) => {
    it.each(exampleInputs(root, operation))("takes the request of the contract's example ($example)", async ({ input }) => {
      const { status } = await open().call(operation.id, input);
      expect(status).toBeLessThan(400);
    });
  });

  const secured = atPaths.filter(
    ({ security }) => (security.scheme === "bearer" || security.scheme === "named") && !(security.anyOf ?? []).some(({ length }) => length === 0),
  );
  describe.each(secured)("$id", (operation) => {
    it("rejects an unknown credential", async () => {
      const { credentials = {} } = exampleOptions(operations, () => "https://service.example.com");
      const wrong = Object.entries(credentials).map(([name, value]) => [name, typeof value === "string" ? "wrong" : { username: "wrong", password: "wrong" }]);
      const { call } = open({ token: "wrong", ...(wrong.length === 0 ? {} : { credentials: Object.fromEntries(wrong) as Json }) });
      const outcome: unknown = await call(operation.id, exampleInputs(root, operation)[0]?.input).catch((error: unknown) => error);
      expect(outcome).toMatchObject({ name: "ApiError", status: expect.toSatisfy((status) => status === 401 || status === 403) });
    });
  });

  const stories = resources.filter(({ id, create, read }) => id !== undefined && create !== undefined && read !== undefined);
  describe.each(stories)("what $create makes", ({ id = "", envelope, create = "", read = "", list, patch, remove }) => {
    it("is read and listed, changes, and is gone after it was deleted", async () => {
      const { client, call } = open();
      const given = inputOf(create);
      const thingOf = async (operation: string, input: Json): Promise<Json> => {
        const { body } = await call(operation, input);
        return (envelope === undefined ? body : (body as Json)[envelope]) as Json;
      };
      const created = await thingOf(create, given);
      const above = namesIn(create).map((name) => given[name]);
      const at = (operation: string): Json => Object.fromEntries(namesIn(operation).map((name, index) => [name, [...above, created[id]][index]]));
      const own = await thingOf(read, at(read));
      expect(own[id]).toBe(created[id]);
      if (list !== undefined)
        expect(await listedOf(client[list]?.(listInput(rowOf(list), at(list))))).toContainEqual(expect.objectContaining({ [id]: created[id] }));
      if (patch !== undefined) {
        const { body, ...others } = inputOf(patch);
        // A `test` of a JSON patch expects the value of the example.
        const change = Array.isArray(body) ? body.filter((each) => (each as Json)["op"] !== "test") : body;
        await call(patch, { ...others, body: change, ...at(patch) });
        expect((await thingOf(read, at(read)))[id]).toBe(created[id]);
      }
      if (remove === undefined) return;
      await call(remove, { ...inputOf(remove), ...at(remove) });
      await expect(call(read, at(read))).rejects.toMatchObject({ name: "ApiError", status: 404 });
    });
  });
}

/** Returns the input of a list; `undefined` if it has no parameters. */
function listInput(row: object, input: Json): unknown {
  return Object.keys(input).length > 0 || "queryParameters" in row || "body" in row ? input : undefined;
}

async function listedOf(list: unknown): Promise<readonly unknown[]> {
  if (typeof list === "object" && list !== null && Symbol.asyncIterator in list) return itemsOf(list);
  const listed = await list;
  return Array.isArray(listed) ? (listed as readonly unknown[]) : ((Object.values(listed as Json).find(Array.isArray) as readonly unknown[]) ?? []);
}
