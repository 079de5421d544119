// @ts-check

/**
 * What a module exports is written down by name, with two exceptions. `export type *` of generated types: a type that a public method mentions and that
 * the entry does not export cannot be named by users. The index of the package's own generated folder: it has explicit lists already.
 *
 * @type {import("./rule-types.ts").Rule}
 */
export const noExportAll = {
  create(context) {
    return {
      ExportAllDeclaration(node) {
        if (node.exportKind === "type") return;
        if (node.source.value === "./generated/index.ts" && /[\\/]src[\\/]index\.ts$/.test(context.filename)) return;
        context.report({
          node,
          message: `Exports are written by name; got export * from "${node.source.value}". Name what is meant, or use export type * for generated types.`,
        });
      },
    };
  },
};
