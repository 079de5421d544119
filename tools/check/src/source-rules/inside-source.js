// @ts-check
import { dirname, resolve } from "node:path";

/**
 * A relative import of a package's source stays there, without tests, packages and tools.
 *
 * @type {import("./rule-types.ts").Rule}
 */
export const insideSource = {
  create(context) {
    // The last folder of this name, because a repository may be in such a folder itself.
    const [source] = /^.*[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/.exec(context.filename) ?? [];

    /**
     * @param {import("./rule-types.ts").NodeOf<"ImportDeclaration" | "ImportExpression" |
     *   "ExportNamedDeclaration" | "ExportAllDeclaration" | "TSImportType">} node
     */
    function check(node) {
      const specifier = node.source?.type === "Literal" ? node.source.value : undefined;
      if (source === undefined || typeof specifier !== "string" || !specifier.startsWith(".")) return;
      if (resolve(dirname(context.filename), specifier).startsWith(source)) return;
      context.report({
        node,
        message: `A package's source may import only from its own src by a path; ${specifier} leaves it. Import another package by its name, and nothing from test or tools.`,
      });
    }

    return { ImportDeclaration: check, ImportExpression: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, TSImportType: check };
  },
};
