import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Limit, Use } from "./budgets.ts";
import type { ClientUse } from "./default-budgets.ts";
import { measure, type Size } from "./measure.ts";
import type { Published } from "./published.ts";
import type { Row } from "./table.ts";

async function sizeOf(module: string, published: Published): Promise<Size> {
  const path = join(import.meta.dirname, module);
  return measure(await readFile(path, "utf8"), dirname(path), published);
}

/** Measures what users write. */
export async function useRows(uses: readonly Use[], published: Published): Promise<Row[]> {
  return Promise.all(
    uses.map(async ({ module, beyond, ...row }) => {
      const whole = await sizeOf(module, published);
      const base = beyond === undefined ? { minified: 0, gzip: 0 } : await sizeOf(beyond, published);
      return { ...row, size: { minified: whole.minified - base.minified, gzip: whole.gzip - base.gzip } };
    }),
  );
}

/** Measures what users write who want one client and nothing else. */
export function clientRows(uses: readonly ClientUse[], published: Published): Promise<Row[]> {
  return Promise.all(uses.map(async ({ what, source, file, budget = 0 }) => ({ what, size: await measure(source, dirname(file), published), budget })));
}

/**
 * Measures every entry that is published, with all that it exports.
 *
 * @param limits By entry. One that is missing there has no bytes to spend.
 */
export async function entryRows(published: Published, limits: { readonly [entry: string]: Limit }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, file] of published.files) {
    const size = await measure(`export * from ${JSON.stringify(what)};`, dirname(file), published);
    rows.push({ what, size, budget: 0, ...limits[what] });
  }
  return rows;
}
