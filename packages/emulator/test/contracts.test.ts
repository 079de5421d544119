import { operations as eventsTable } from "@keywright/events/operations";
import { operations as managementTable } from "@keywright/management/operations";
import { operations as vaultTable } from "@keywright/vault/operations";
import { describe, expect, test } from "vitest";
import { EVENTS_DOCUMENT } from "../src/generated/events.ts";
import { MANAGEMENT_DOCUMENT } from "../src/generated/management.ts";
import { VAULT_DOCUMENT } from "../src/generated/vault.ts";
import { VALIDATORS } from "../src/generated/services.ts";
import { contractOf } from "../src/lib/core/contract/contract.ts";
import { createContract } from "../src/lib/core/contract/create-contract.ts";
import type { Json } from "../src/lib/core/schemas/operation-spec.ts";
import { parseParameters } from "../src/lib/core/contract/parameter-styles.ts";
import { compileSchemas } from "../src/lib/core/schemas/compile-schemas.ts";
import { createSchemaChecks } from "../src/lib/core/schemas/schema-checks.ts";
import { managementService } from "../src/lib/management/service.ts";
import { SHELF_DOCUMENT } from "./shelf-service.ts";

const contracts = [
  ["management", MANAGEMENT_DOCUMENT, managementTable],
  ["vault", VAULT_DOCUMENT, vaultTable],
  ["events", EVENTS_DOCUMENT, eventsTable],
] as const;

const NOTHING = Symbol("nothing fits");

describe.each(contracts)("the contract of %s that ships in this package", (service, document, table) => {
  const contract = contractOf(document, VALIDATORS[service] ?? expect.fail());

  test("has the operations of the client's table that stand at a path, with their methods, paths and security", () => {
    const own = contract.operations.map(({ id, method, path, security }) => [id, method, path, security?.scopes ?? []]).sort();
    const atPaths = Object.values<{ readonly id: string; readonly method: string; readonly path: string; readonly security: object }>(table).filter(
      ({ path }) => path !== "",
    );
    const theirs = atPaths.map(({ id, method, path, security }) => [id, method, path, "scopes" in security ? security.scopes : []]);
    expect(own).toEqual(theirs.sort());
  });

  test("checks each schema and each response: what JSON cannot have fits none", () => {
    const names = Object.keys(((document["components"] as Json)["schemas"] ?? {}) as Json);
    expect(names.filter((name) => contract.checkSchema(name, NOTHING).length === 0)).toEqual([]);
    const responses = contract.operations.flatMap((operation) =>
      [...operation.responses].flatMap(([status, { content }]) => (content.size === 0 ? [] : [{ operation, status }])),
    );
    expect(responses.length).toBeGreaterThan(contract.operations.length);
    const fitting = responses.filter(({ operation, status }) => contract.checkReply(operation, { status, body: NOTHING, headers: {} }).length === 0);
    expect(fitting.map(({ operation, status }) => `${operation.id} ${status}`)).toEqual([]);
  });

  test("documents a errorResponse for whatever can be wrong with a request", () => {
    const missing = contract.operations.flatMap(({ id, parameters, body, security, responses }) => {
      const needed = [
        ...(parameters.length > 0 || body !== undefined ? [400] : []),
        ...(security !== undefined ? [401] : []),
        ...(body !== undefined ? [413, 415] : []),
      ];
      return needed.filter((status) => !responses.has(status)).map((status) => `${id}: ${status}`);
    });
    expect(missing).toEqual([]);
  });
});

test("an operation that is called at an address from a response is served next to the paths, with the method and the scopes of the contract", () => {
  const { extraRoutes = [] } = managementService();
  const unbound = Object.values(managementTable).filter(({ path }) => path === "");
  expect(unbound.map(({ id }) => id)).toEqual(["fireSignal"]);
  for (const { id, method, security } of unbound) expect(extraRoutes).toContainEqual(expect.objectContaining({ id, method, scopes: security.scopes }));
});

test("a reference without a target stops the start", () => {
  const document = { ...SHELF_DOCUMENT, components: { ...SHELF_DOCUMENT.components, schemas: {} } };
  expect(() => createContract(document)).toThrow("the contract refers to #/components/schemas/Book, which is not in it");
});

test("a keyword that no validator knows is a mistake, and said", () => {
  const contract = createContract({ paths: {}, components: { schemas: { Wrong: { type: "string", maxLenght: 3 } } } });
  expect(() => contract.checkSchema("Wrong", "a")).toThrow('unknown keyword: "maxLenght"');
});

describe("a list in the query", () => {
  const contractWith = (parameter: object) =>
    createContract({
      paths: {
        "/a": { get: { operationId: "getA", parameters: [{ name: "p", in: "query", schema: { type: "array", items: { type: "integer" } }, ...parameter }] } },
      },
    });

  /** What a handler sees of a query, or what is wrong with it. */
  function read(parameter: object, query: string): unknown {
    const contract = contractWith(parameter);
    const [operation] = contract.operations;
    if (operation === undefined) throw new Error("the contract has one operation");
    return parseParameters(operation, { path: {}, query, header: () => undefined }, createSchemaChecks({}, compileSchemas({})));
  }

  test.each([
    ["a parameter for each element, as is the default", {}, "p=1&p=2"],
    ["commas", { explode: false }, "p=1,2"],
    ["spaces", { style: "spaceDelimited" }, "p=1%202"],
    ["pipes", { style: "pipeDelimited", explode: false }, "p=1%7C2"],
  ])("is read by %s", (_what, parameter, query) => {
    expect(read(parameter, query)).toMatchObject({ query: { p: [1, 2] } });
  });

  test("is rejected where it is joined in another way than the contract says", () => {
    expect(read({}, "p=1,2")).toMatchObject({ issues: [{ in: "query", pointer: "/p/0" }] });
    expect(read({ explode: false }, "p=1&p=2")).toMatchObject({ issues: [{ in: "query", pointer: "/p", message: "must not be repeated" }] });
  });

  test("in a style that OpenAPI does not have there stops the emulator at its start", () => {
    expect(() => contractWith({ style: "simple" })).toThrow("the parameter p of the contract has the style simple; in query, there are form, spaceDelimited");
    expect(() => contractWith({ in: "body" })).toThrow("the parameter p of the contract must be in path, query, header, cookie; it is in body");
  });
});
