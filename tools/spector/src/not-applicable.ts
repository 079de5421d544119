/** Scenarios that no client of an OpenAPI contract can pass, by their names, and why. */
export const NOT_APPLICABLE: readonly (readonly [scenarios: RegExp, reason: string])[] = [
  [/^Payload_Xml_|_XmlPagination_/, "XML: clients read and write JSON, forms, text and bytes"],
  [/^Parameters_Path_optional$/, "a parameter in the path that may be absent: OpenAPI requires each"],
];
