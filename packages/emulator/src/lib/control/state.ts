import type { Services } from "../core/emulated.ts";
import { isObject, type Json } from "../core/values/json.ts";
import { maskedRecord } from "./masked-record.ts";
import { type ControlRoutes, errorResponse } from "./route.ts";

const LONGEST_PAGE = 200;

/** The collection of what is not a list. */
const SETTINGS = "settings";

interface Table {
  readonly name: string;
  readonly rows: readonly Json[];
}

/** The routes that show the state: the collections of each service, and the entries of one. */
export function stateRoutes(services: Services, addresses: ReadonlyMap<string, string>): ControlRoutes {
  return {
    "GET /state": () => ({
      status: 200,
      body: {
        services: [...services].map(([name, { emulator }]) => ({
          name,
          baseUrl: addresses.get(name),
          operationIds: emulator.operationIds,
          collections: tablesOf(emulator.snapshot().state).map((table) => ({ name: table.name, count: table.rows.length })),
        })),
      },
    }),
    "GET /state/{service}/{collection}": ({ path: { service = "", collection = "" }, query }) => {
      const tables = tablesOf(services.get(service)?.emulator.snapshot().state);
      const table = tables.find(({ name }) => name === collection);
      if (table === undefined) return errorResponse(404, `There is no collection ${collection} of ${service}; GET /state lists them`);
      const text = (query.get("text") ?? "").toLowerCase();
      const [from, limit] = [wholeNumber(query.get("from"), 0), Math.min(wholeNumber(query.get("limit"), 50), LONGEST_PAGE)];
      const names = services.get(service)?.emulator.secretNames() ?? new Set();
      const hide = (row: Json): unknown => (collection === SETTINGS ? maskedSetting(row, names) : maskedRecord(row, collection, names));
      // Masked values cannot be found, so that a search does not reveal them.
      const found = text === "" ? table.rows : table.rows.filter((row) => JSON.stringify(hide(row)).toLowerCase().includes(text));
      return { status: 200, body: { total: found.length, from, rows: found.slice(from, from + limit).map(hide) } };
    },
  };
}

/** Returns each list of objects as a table, and all other properties as one more table. */
function tablesOf(state: unknown): readonly Table[] {
  const entries = isObject(state) ? Object.entries(state) : [];
  const tables: Table[] = [];
  const settings: Json[] = [];
  for (const [name, value] of entries) {
    if (isTable(value)) tables.push({ name, rows: value });
    else if (isObject(value) && Object.values(value).length > 0 && Object.values(value).every(isTable))
      for (const [inner, rows] of Object.entries(value)) tables.push({ name: inner, rows: rows as readonly Json[] });
    else settings.push({ name, value });
  }
  return settings.length === 0 ? tables : [...tables, { name: SETTINGS, rows: settings }];
}

function isTable(value: unknown): value is readonly Json[] {
  return Array.isArray(value) && value.every(isObject);
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** The name of a setting decides whether its value is secret. */
function maskedSetting({ name, value }: Json, names: ReadonlySet<string>): unknown {
  return { name, value: Object.values(maskedRecord({ [String(name)]: value }, SETTINGS, names) as Json)[0] };
}
