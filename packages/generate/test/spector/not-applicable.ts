/** Scenarios that no client of an OpenAPI contract can pass, by their names, with the reasons. */
export const NOT_APPLICABLE: readonly (readonly [scenarios: RegExp, reason: string])[] = [
  [/^Payload_Xml_|_XmlPagination_/, "XML: clients read and write JSON, forms, text and bytes"],
  [/^Parameters_Path_optional$/, "an optional path parameter: OpenAPI requires all of them"],
  [
    /^Authentication_Http_Custom_/,
    "a custom HTTP authentication scheme: clients support Bearer and Basic, and any other as an API key in the header Authorization",
  ],
  [/^Type_Model_Visibility_(get|head)Model$/, "a body of a GET or HEAD request, which fetch does not send"],
  [/^Streaming_Jsonl_Basic_send$/, "it compares JSON by its bytes, with spaces that no client has to write"],
];

/** Scenarios whose responses break their contract on purpose, so that their types are not compared. */
export const BREAKS_CONTRACT = /_(get\w*)?(Missing|Wrong)Discriminator$/;
