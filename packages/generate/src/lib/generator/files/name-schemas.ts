import ts from "typescript";

/**
 * Declares a type for each object schema: editors show its name instead of its structure.
 *
 * @param nodes The statements of `openapi-typescript`.
 * @param publicNameOf The name of a schema's type.
 * @returns The statements with these types, and the names of the types.
 */
export function nameSchemas(
  nodes: readonly ts.Node[],
  publicNameOf: (schema: string) => string,
): { readonly nodes: readonly ts.Node[]; readonly named: ReadonlySet<string> } {
  const types = new Map<string, ts.TypeAliasDeclaration>();

  const visitSchema = (node: ts.Node): ts.Node => {
    if (!ts.isPropertySignature(node) || node.type === undefined || !isObjectType(node.type) || !(ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)))
      return node;
    const name = publicNameOf(node.name.text);
    const declaration = ts.factory.createTypeAliasDeclaration([EXPORT], name, undefined, node.type);
    types.set(name, ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(node)));
    return ts.factory.updatePropertySignature(node, node.modifiers, node.name, node.questionToken, ts.factory.createTypeReferenceNode(name));
  };
  const visitComponent = (node: ts.Node): ts.Node => {
    if (!ts.isPropertySignature(node) || !ts.isIdentifier(node.name) || node.name.text !== "schemas") return node;
    return visitEach(node, (type) => (ts.isTypeLiteralNode(type) ? visitEach(type, visitSchema) : type));
  };

  const statements = nodes.map((node) => (ts.isInterfaceDeclaration(node) && node.name.text === "components" ? visitEach(node, visitComponent) : node));
  return { nodes: [...statements, ...types.values()], named: new Set(types.keys()) };
}

const EXPORT = ts.factory.createModifier(ts.SyntaxKind.ExportKeyword);

/** Exclusive properties make an object type an intersection. */
function isObjectType(type: ts.TypeNode): boolean {
  return ts.isTypeLiteralNode(type) || ts.isIntersectionTypeNode(type);
}

function visitEach<Node extends ts.Node>(node: Node, visit: (child: ts.Node) => ts.Node): Node {
  return ts.visitEachChild(node, visit, undefined);
}
