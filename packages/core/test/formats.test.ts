import { describe, expect, it } from "vitest";
import { ecsOf, ocsfOf, type OcsfClass } from "../src/formats.ts";

const group = { category_uid: 3, category_name: "Identity & Access Management" };
const CLASSES: { readonly [name: string]: OcsfClass } = {
  user_management: { class_uid: 3007, class_name: "User Management", ...group, activities: { Create: 1, Disable: 5 } },
  entity_management: { class_uid: 3004, class_name: "Entity Management", ...group, activities: { Create: 1, Suspend: 12 } },
};

const toOcsf = ocsfOf<object>("toOcsf", CLASSES, [
  [
    "/kind",
    "class",
    [
      ["user_management", ["user"]],
      ["entity_management", ["thing", "*"]],
    ],
  ],
  ["", "class", "entity_management"],
  ["/at", "time", "*", true],
  ["/action", "activity_name"],
  [
    "/action",
    "activity",
    [
      ["Create", ["create"]],
      [["Suspend", "Disable"], ["suspend"]],
      [[], ["send", "*"]],
    ],
  ],
  ["/id", "user_management:user.uid"],
  ["/id", "entity_management:entity.uid"],
  ["", "time", 0],
]);

describe("a function for OCSF", () => {
  it.each([
    [{ kind: "user", action: "create" }, 300_701, "User Management: Create"],
    [{ kind: "user", action: "suspend" }, 300_705, "User Management: Disable"],
    [{ kind: "thing", action: "suspend" }, 300_412, "Entity Management: Suspend"],
    [{ kind: "thing", action: "send" }, 300_499, "Entity Management: send"],
    [{ action: "later" }, 300_499, "Entity Management: later"],
    [{ kind: "user" }, 300_700, "User Management: Unknown"],
  ])("numbers the type by the class and its activity: %o", (event, type_uid, type_name) => {
    expect(toOcsf(event).event).toMatchObject({ type_uid, type_name, activity_id: type_uid % 100 });
  });

  it("sets attributes of the class of the event alone", () => {
    expect(toOcsf({ kind: "user", id: "u-1" }).event).toMatchObject({ class_uid: 3007, user: { uid: "u-1" } });
    expect(toOcsf({ kind: "user", id: "u-1" }).event["entity"]).toBeUndefined();
    expect(toOcsf({ kind: "thing", id: "t-1" }).event).toMatchObject({ class_uid: 3004, entity: { uid: "t-1" } });
  });

  it("has times in milliseconds", () => {
    expect(toOcsf({ at: "2026-03-02T09:00:12.123456789+01:00" })).toMatchObject({ event: { time: 1_772_438_412_123 }, unknown: [] });
    expect(toOcsf({ at: "noon" })).toMatchObject({ event: { time: 0 }, unknown: ["/at"] });
  });

  it("names the properties with unknown values, each once", () => {
    expect(toOcsf({ kind: "later", action: "later" }).unknown).toEqual(["/kind", "/action"]);
    expect(toOcsf({ kind: "*", action: "send" }).unknown).toEqual(["/kind"]);
    expect(toOcsf({}).unknown).toEqual([]);
  });
});

describe("a path", () => {
  const convert = (event: object, ...rules: Parameters<typeof ecsOf>[1]): object => {
    const { event: said, ...fields } = ecsOf<object>("toEcs", rules)(event).event;
    expect(said).toEqual({ original: JSON.stringify(event) });
    return fields;
  };

  it("is set once: by the first property that the event has", () => {
    expect(convert({ b: "second" }, ["/a", "user.id"], ["/b", "user.id"], ["", "user.id", "none"])).toEqual({ user: { id: "second" } });
    expect(convert({ b: null }, ["/a", "user.id"], ["/b", "user.id"], ["", "user.id", "none"])).toEqual({ user: { id: "none" } });
  });

  it("adds to a list each value once, and sets properties of the first element of a list", () => {
    expect(convert({ a: "1", b: "2", c: "1" }, ["/a", "ids[]"], ["/b", "ids[]"], ["/c", "ids[]"])).toEqual({ ids: ["1", "2"] });
    expect(convert({ a: "1", b: "2" }, ["/a", "users[].id"], ["/b", "users[].name"])).toEqual({ users: [{ id: "1", name: "2" }] });
  });

  it("leaves out a name if another one is set", () => {
    expect(convert({ a: "192.0.2.1" }, ["/a", "source.ip"], ["", "source.name|ip", "unknown"])).toEqual({ source: { ip: "192.0.2.1" } });
    expect(convert({}, ["/a", "source.ip"], ["", "source.name|ip", "unknown"])).toEqual({ source: { name: "unknown" } });
  });

  it("takes no object", () => {
    expect(convert({ a: { b: 1 }, c: [1] }, ["/a", "a"], ["/c", "c"], ["/a/b", "b"])).toEqual({ b: 1 });
  });
});
