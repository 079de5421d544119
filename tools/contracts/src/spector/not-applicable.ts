/** Scenarios that no client of an OpenAPI contract can pass, by their names, and why. */
export const NOT_APPLICABLE: readonly (readonly [scenarios: RegExp, reason: string])[] = [
  [/^Payload_Xml_|_XmlPagination_/, "XML: clients read and write JSON, forms, text and bytes"],
  [/^Parameters_Path_optional$/, "a parameter in the path that may be absent: OpenAPI requires each"],
  [
    /^Authentication_Http_Custom_/,
    "an HTTP authentication scheme of its own: clients know bearer and Basic, and take any other as an API key in the header Authorization",
  ],
  [/^Type_Model_Visibility_(get|head)Model$/, "a GET or a HEAD with a body, which fetch does not send"],
  [/^Streaming_Jsonl_Basic_send$/, "it compares the bytes of JSON, with spaces that no client has to write"],
];

/** Scenarios that pass, and whose responses break their contract on purpose: their types are not compared. */
export const BREAKS_CONTRACT = /_(get\w*)?(Missing|Wrong)Discriminator$/;
