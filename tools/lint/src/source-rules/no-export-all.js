// @ts-check

/**
 * What a module exports is written down by name. `export type *` of generated types is the exception: a type that a public method mentions and that
 * the entry does not export cannot be named by users.
 *
 * @type {import("./rule-types.ts").Rule}
 */
export const noExportAll = {
  create(context) {
    return {
      ExportAllDeclaration(node) {
        if (node.exportKind === "type") return;
        context.report({
          node,
          message: `Exports are written by name; got export * from "${node.source.value}". Name what is meant, or use export type * for generated types.`,
        });
      },
    };
  },
};
