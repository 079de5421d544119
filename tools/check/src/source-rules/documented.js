// @ts-check

/**
 * @typedef {import("./rule-types.ts").NodeOf<"Program">["body"][number]} Statement
 */

/**
 * Every exported name has a TSDoc comment right above it; of overloads, the first.
 *
 * @type {import("./rule-types.ts").Rule}
 */
export const documented = {
  create({ sourceCode, report }) {
    return {
      Program({ body }) {
        for (const name of new Set(body.flatMap(exportedNames))) {
          // The comment of `export { name }` is above its declaration, or in another module.
          const statement = body.find((other) => namesOf(other).includes(name));
          if (statement === undefined) continue;
          const comment = sourceCode.getCommentsBefore(statement).at(-1);
          if (comment?.type === "Block" && comment.value.startsWith("*") && comment.value.slice(1).trim() !== "") continue;
          report({ node: statement, message: `The exported name ${name} needs a TSDoc comment above it that says what the caller gets.` });
        }
      },
    };
  },
};

/**
 * @param {Statement} statement
 * @returns {string[]}
 */
function exportedNames(statement) {
  if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) return [];
  return [...namesOf(statement), ...statement.specifiers.flatMap(({ local }) => (local.type === "Identifier" ? [local.name] : []))];
}

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
