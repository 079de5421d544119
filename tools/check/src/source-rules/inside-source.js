// @ts-check
import { dirname, resolve, sep } from "node:path";

/**
 * A relative import of a package's source stays in that source: tests, other packages and tools are out of its reach.
 *
 * @type {import("./rule-types.ts").Rule}
 */
export const insideSource = {
  create(context) {
    const source = sourceOf(context.filename);

    /** @param {import("./rule-types.ts").NodeOf<"ImportDeclaration" | "ImportExpression" | "ExportNamedDeclaration" | "ExportAllDeclaration" | "TSImportType">} node */
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

/**
 * The folder `src` of the package that a file belongs to, with a separator at its end.
 *
 * @param {string} filename
 * @returns {string | undefined}
 */
function sourceOf(filename) {
  const folder = `${sep}src${sep}`;
  const at = filename.lastIndexOf(`${sep}packages${sep}`);
  const end = at === -1 ? -1 : filename.indexOf(folder, at);
  return end === -1 ? undefined : filename.slice(0, end + folder.length);
}
