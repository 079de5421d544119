// @ts-check

/**
 * Modules export by name, except generated types (users must be able to name each type of a public
 * method) and the index of the package's own generated folder, which has explicit lists.
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
