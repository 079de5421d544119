import { describe as group, expect, it } from "vitest";
import { expectClient, expectObject, rejectArgument } from "../../src/lib/options/check-arguments.ts";
import { rejectInput } from "../../src/lib/call/request/check-input.ts";
import { describe } from "../../src/lib/errors.ts";

group("what came is described without being shown:", () => {
  it.each([
    [undefined, "nothing"],
    [null, "null"],
    [true, "true"],
    [0, "0"],
    [-1.5, "-1.5"],
    [Number.NaN, "NaN"],
    ["", "an empty string"],
    ["sentinel", "a string of 8 characters"],
    [["sentinel"], "an array of 1"],
    [{ sentinel: 1 }, "an object"],
    [new Date(0), "a Date (pass date.toISOString())"],
    [new Date(Number.NaN), "an invalid Date"],
    [Promise.resolve("sentinel"), "a promise (await it)"],
    [() => "sentinel", "a function"],
    [Symbol("sentinel"), "a symbol"],
    [5n, "a bigint"],
  ])("%s as %j", (value, described) => {
    expect(describe(value)).toBe(described);
  });
});

group("a refusal", () => {
  it("names the operation, the place, what was expected and what came", () => {
    expect(() => rejectInput("getThing", "body.name", "must be a string", 5)).toThrow(
      expect.objectContaining({
        name: "ArgumentError",
        message: "getThing: body.name must be a string; got 5",
        argument: "body.name",
        operationId: "getThing",
      }) as Error,
    );
  });

  it("is of the input as a whole if there is no place", () => {
    expect(() => rejectInput("getThing", "", "must be an object", "sentinel")).toThrow("getThing: the input must be an object; got a string of 8 characters");
  });
});

group("a refusal of a helper's argument", () => {
  it.each([
    ["name", "findThing: name must be a string; got 5", "name"],
    ["", "findThing: the argument must be a string; got 5", undefined],
  ])("names the helper and the place %j, and no operation", (at, message, argument) => {
    expect(() => rejectArgument("findThing", at, "must be a string", 5)).toThrow(
      expect.objectContaining({ name: "ArgumentError", message, argument, operationId: undefined }),
    );
  });
});

group("an object that a helper needs", () => {
  it.each<[unknown, string]>([
    ["Production", 'findThing: query must be an object such as { name: "Red" }; got a string of 10 characters'],
    [Promise.resolve({}), 'findThing: query must be an object such as { name: "Red" }; got a promise (await it)'],
  ])("is shown by an example: %s", (value, message) => {
    expect(() => expectObject("findThing", "query", value, 'must be an object such as { name: "Red" }')).toThrow(message);
  });
});

group("a client that a helper is given", () => {
  class Wrapped {
    listThings(): void {}
  }

  it.each<[string, object]>([
    ["an instance of a class", new Wrapped()],
    ["an object that inherits from a client", Object.create({ listThings: () => {} }) as object],
    ["a proxy of a client", new Proxy({}, { get: () => () => {} })],
  ])("may be %s", (_what, client) => {
    expect(() => expectClient("findThing", client, "listThings")).not.toThrow();
  });

  it.each([undefined, null, {}, 5])("is not %s", (client) => {
    expect(() => expectClient("findThing", client, "listThings")).toThrow("findThing: client must be a client with listThings");
  });
});
