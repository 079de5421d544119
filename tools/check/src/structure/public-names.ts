import { basename, join } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { findVendors } from "@keywright/tool-test-kit/services";
import ts from "typescript";

/**
 * Finds the written entries and names that users can import, each once; without `@internal`.
 *
 * @param apart Entries that do not count, such as `@keywright/core/client`.
 * @returns Also the values of the entries that do not count, by entry.
 */
export async function findPublic(root: string, apart: readonly string[]) {
  const entries: string[] = [];
  const files = new Map<string, string>();
  for (const folder of await findPublished(root)) {
    if (findVendors(root).includes(basename(folder))) continue;
    const { name, exports, publishConfig } = await readManifest(folder);
    for (const entry of Object.keys(publishConfig?.exports ?? {})) {
      const [imported, target] = [name + entry.slice(1), String(exports?.[entry])];
      // Every name of a generated module is generated.
      if (!/^(?!.*\/generated\/).*\.[jt]s$/.test(target)) continue;
      if (!apart.includes(imported)) entries.push(imported);
      files.set(imported, join(folder, target));
    }
  }
  const program = ts.createProgram([...files.values()], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    allowImportingTsExtensions: true,
    noEmit: true,
    noLib: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const names = new Map<ts.Node, string>();
  const apartValues = new Map<string, readonly string[]>();
  for (const [imported, file] of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const symbols = (module ? checker.getExportsOfModule(module) : []).map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    );
    if (apart.includes(imported)) {
      const values = symbols.filter(({ flags }) => flags & ts.SymbolFlags.Value).map(({ name }) => name);
      apartValues.set(imported, values);
      continue;
    }
    for (const symbol of symbols) {
      const [declaration] = symbol.declarations ?? [];
      if (declaration === undefined || !isHandWritten(declaration, symbol)) continue;
      names.set(declaration, symbol.name);
    }
  }
  return { entries, names: [...names.values()].sort(), apartValues };
}

function isHandWritten(declaration: ts.Declaration, symbol: ts.Symbol): boolean {
  const { fileName } = declaration.getSourceFile();
  return !/\/(generated|node_modules)\//.test(fileName) && !symbol.getJsDocTags().some(({ name }) => name === "internal");
}
