// @ts-check

/**
 * @typedef {import("./rule-types.ts").NodeOf<"Program">["body"][number]} Statement
 */

/**
 * Every name that a file exports is explained by a TSDoc comment right above it; of overloads, the first.
 *
 * @type {import("./rule-types.ts").Rule}
 */
export const documented = {
  create(context) {
    const { sourceCode } = context;

    return {
      Program({ body }) {
        /** @type {Set<string>} */
        const explained = new Set();

        /** @param {Statement} statement The statement that declares the names, below the comment. */
        function check(statement) {
          const comment = sourceCode.getCommentsBefore(statement).at(-1);
          const hasComment = comment?.type === "Block" && comment.value.startsWith("*") && comment.value.slice(1).trim() !== "";
          for (const name of namesOf(statement)) {
            if (hasComment) explained.add(name);
            else if (!explained.has(name)) {
              context.report({
                node: statement,
                message: `The exported name ${name} needs a TSDoc comment above it that says what the caller gets.`,
              });
            }
          }
        }

        for (const statement of body) {
          if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) continue;
          if (statement.declaration !== null) check(statement);
          // The comment of `export { name }` is above the declaration; that of an imported name is in its module.
          for (const { local } of statement.specifiers) {
            const declaration = body.find((other) => local.type === "Identifier" && namesOf(other).includes(local.name));
            if (declaration !== undefined) check(declaration);
          }
        }
      },
    };
  },
};

/**
 * The names that a statement declares, exported or not.
 *
 * @param {Statement} statement
 * @returns {string[]}
 */
function namesOf(statement) {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration === null) return [];
  if (declaration.type === "VariableDeclaration") return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  return "id" in declaration && declaration.id !== null && declaration.id.type === "Identifier" ? [declaration.id.name] : [];
}
