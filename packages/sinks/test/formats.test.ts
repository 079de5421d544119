import { describe, expect, it } from "vitest";
import { ecsFormat, type FormatRule, ocsfFormat } from "../src/formats.ts";

const group = { category_uid: 3, category_name: "Identity & Access Management" };
const classes = {
  user_management: { class_uid: 3007, class_name: "User Management", ...group, activities: { Create: 1, Disable: 5 } },
  entity_management: { class_uid: 3004, class_name: "Entity Management", ...group, activities: { Create: 1, Suspend: 12 } },
};

const { convert: toOcsf, explain } = ocsfFormat({
  classes,
  rules: [
    [
      "/kind",
      "class",
      [
        ["user_management", ["user"]],
        ["entity_management", ["thing", "*"]],
      ],
    ],
    ["", "class", "entity_management"],
    ["/at", "time", "*", "time"],
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
  ],
});

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
  const convert = (event: object, ...rules: readonly FormatRule[]): object => {
    const { event: said, ...fields } = ecsFormat({ classes: {}, rules }).convert(event).event;
    expect(said).toEqual({ original: JSON.stringify(event, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value)) });
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

  it("is set only with the other fields that it needs", () => {
    const user: FormatRule[] = [
      ["/id", "user.id"],
      ["/type", "user.type"],
      ["", "user?.id|name", "unknown"],
    ];
    expect(convert({ type: "role" }, ...user)).toEqual({ user: { type: "role", id: "unknown" } });
    expect(convert({ id: "u-1", type: "role" }, ...user)).toEqual({ user: { id: "u-1", type: "role" } });
    expect(convert({}, ...user)).toEqual({});
    const place: FormatRule[] = [
      ["/lat", "geo.lat&lon", "*", "lat"],
      ["/lon", "geo.lon&lat", "*", "lon"],
    ];
    expect(convert({ lat: 0, lon: -180 }, ...place)).toEqual({ geo: { lat: 0, lon: -180 } });
    for (const event of [{ lat: 1 }, { lon: 1 }, { lat: 91, lon: 1 }, { lat: "1", lon: 1 }]) expect(convert(event, ...place)).toEqual({});
  });

  it("takes no object, and no text of another kind", () => {
    expect(convert({ a: { b: 1 }, c: [1] }, ["/a", "a"], ["/c", "c"], ["/a/b", "b", "*", "number"])).toEqual({ b: 1 });
    expect(convert({ a: 5, b: true, c: "" }, ["/a", "a"], ["/b", "b"], ["/c", "c"])).toEqual({ a: "5", b: "true" });
    expect(convert({ a: 2n ** 63n, b: "7" }, ["/a", "a"], ["/b", "b", "*", "number"])).toEqual({ a: "9223372036854775808" });
    expect(convert({ a: "gateway", b: "192.0.2.1", c: "2001:db8::1" }, ["/a", "a", "*", "ip"], ["/b", "b", "*", "ip"], ["/c", "c", "*", "ip"])).toEqual({
      b: "192.0.2.1",
      c: "2001:db8::1",
    });
    expect(convert({ a: "a@b", b: "a@b.c" }, ["/a", "a", "*", "email"], ["/b", "b", "*", "email"])).toEqual({ b: "a@b.c" });
  });

  it("has a time that every reader of the format reads", () => {
    const date = (at: string): unknown => convert({ at }, ["/at", "at", "*", "date"]);
    for (const at of ["2026-03-02T08:00:12.123456789Z", "2026-03-02T08:00:12+01:00"]) expect(date(at)).toEqual({ at });
    expect(date("2026-03-02t08:00:12.1234567891z")).toEqual({ at: "2026-03-02T08:00:12.123Z" });
    for (const at of ["2026-03-02", "2026-03-02T08:00:12", "2026-13-02T08:00:12Z"]) expect(date(at)).toEqual({});
  });

  it("has a constant for values with the same beginning or end", () => {
    const type: FormatRule = [
      "/t",
      "type",
      [
        ["login", ["*_login_*"]],
        ["change", ["user_updated", "*_changed"]],
        ["info", ["*"]],
      ],
    ];
    expect(["user_login_success", "user_updated", "a.b_changed", "later"].map((t) => convert({ t }, type))).toEqual(
      ["login", "change", "change", "info"].map((known) => ({ type: known })),
    );
  });
});

it("explains each field by the property that it comes from", () => {
  expect(explain({ kind: "user", action: "suspend", id: "u-1" })).toEqual([
    { field: "class_uid", value: 3007, from: "/kind" },
    { field: "class_name", value: "User Management", from: "/kind" },
    { field: "category_uid", value: 3, from: "/kind" },
    { field: "category_name", value: "Identity & Access Management", from: "/kind" },
    { field: "activity_id", value: 5, from: "/action" },
    { field: "activity_name", value: "Disable", from: "/action" },
    { field: "type_uid", value: 300705, from: "/action" },
    { field: "type_name", value: "User Management: Disable", from: "/action" },
    { field: "raw_data", value: '{"kind":"user","action":"suspend","id":"u-1"}', from: "" },
    { field: "time", value: 0, from: undefined },
    { field: "user.uid", value: "u-1", from: "/id" },
  ]);
});
