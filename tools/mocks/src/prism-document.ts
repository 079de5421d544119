import { followed, isObject, type Json } from "@keywright/generate/contract";
import { streamOf, textOf } from "@keywright/tool-test-kit/testing/contract-examples";

/**
 * A contract as Prism can mock it, as JSON. Prism reads the parts of a multipart body only as texts, and writes no stream: a part may be anything, and the example of a
 * stream is its text.
 */
export function prismDocument(document: Json): string {
  return JSON.stringify(document, (name, value: unknown) => {
    if (name !== "content" || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([mediaType, media]) => [mediaType, mediaFor(document, mediaType, media)]));
  });
}

function mediaFor(document: Json, mediaType: string, media: unknown): unknown {
  if (!isObject(media)) return media;
  if (/^multipart\//i.test(mediaType)) {
    const required = followed(document, media["schema"])?.["required"];
    return { ...media, schema: { type: "object", ...(required === undefined ? {} : { required }) } };
  }
  if (streamOf(mediaType) === undefined) return media;
  const { example, examples, encoding } = media;
  const texts = Object.entries((examples ?? {}) as Json).map(([name, holder]) => [name, { value: textOf(mediaType, followed(document, holder)?.["value"]) }]);
  return {
    ...(encoding === undefined ? {} : { encoding }),
    schema: { type: "string" },
    ...(example === undefined ? {} : { example: textOf(mediaType, example) }),
    ...(examples === undefined ? {} : { examples: Object.fromEntries(texts) as Json }),
  };
}
