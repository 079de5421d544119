import { expect, test } from "vitest";
import { seedTypes } from "../../src/generate/seed-types.ts";

const typesOf = ($defs: object): string => seedTypes({ $defs }).split("\n").slice(2).join("\n");

test("a definition with x-type is an interface with its comments, one without is written where it is used, and states have a list", () => {
  const draft = {
    "x-type": "DeskDraft",
    description: "A desk of a seed.",
    required: ["name"],
    properties: {
      name: { $ref: "#/$defs/text" },
      height: { type: ["integer", "array"], items: { $ref: "#/$defs/drawer" }, description: "Own comment." },
      state: { enum: ["up", "down"] },
    },
  };
  const drawer = { "x-type": "Drawer", description: "A drawer.", properties: { "in use": { type: "boolean" } } };
  expect(typesOf({ draft, drawer, text: { type: "string", description: "Of the definition." }, deskState: { required: ["desks", "drawers"] } })).toBe(`

/** A desk of a seed. */
export interface DeskDraft {
  /** Of the definition. */
  readonly name: string;
  /** Own comment. */
  readonly height?: number | readonly Drawer[];
  readonly state?: "up" | "down";
}

/** A drawer. */
export interface Drawer {
  readonly "in use"?: boolean;
}

/** The properties of a whole state. Only a state has the first one. */
export const STATES = {
  desk: ["desks","drawers"],
} as const;
`);
});

test("the type of a record has the contract's properties: all optional, or only those that x-generated names", () => {
  const record = { "x-record": "crm/Person", "x-without": ["secret"], description: "A person.", properties: { id: { type: "string" } } };
  const properties = { all: { type: "array", items: { $ref: "#/$defs/inner" } }, home: { $ref: "crm/Home" }, color: { "x-known": "crm/Color" } };
  const types = typesOf({
    some: { ...record, "x-type": "Some" },
    most: { ...record, "x-type": "Most", "x-generated": ["id", "time"] },
    inner: { "x-record": "crm/Event", "x-generated": [] },
    list: { "x-type": "List", description: "A list.", properties },
  });
  expect(types).toContain('import type { components as Crm } from "@keywright/crm/schema";\n');
  expect(types).toContain('export type Some = Partial<Omit<CrmSchemas["Person"], "secret" | "id">> & {\n  readonly id?: string;\n};\n');
  expect(types).toContain(
    'export type Most = Omit<CrmSchemas["Person"], "secret" | "id" | "time"> & Partial<Pick<CrmSchemas["Person"], "time">> & {\n  readonly id?: string;\n};\n',
  );
  expect(types).toContain(
    '  readonly all?: readonly Omit<CrmSchemas["Event"], never>[];\n  readonly home?: CrmSchemas["Home"];\n  readonly color?: CrmSchemas["Color"];\n',
  );
});
