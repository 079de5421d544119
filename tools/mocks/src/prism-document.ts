import { followed, isObject, type Json } from "@keywright/generate/contract";
import { streamOf, textOf } from "@keywright/tool-test-kit/testing/contract-examples";

/**
 * Returns a contract for Prism, which reads multipart parts as texts only and writes no streams:
 * any part is allowed, and the example of a stream becomes its text.
 */
export function prismDocument(document: Json): object {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    name === "content" && isObject(value) ? withContent(document, value) : value,
  ) as object;
}

function withContent(document: Json, contents: Json): object {
  const medias = Object.entries(contents as { readonly [mediaType: string]: Json }).map(([mediaType, media]) => {
    if (/^multipart\//i.test(mediaType)) return [mediaType, { ...media, schema: partsOf(document, media["schema"]) }];
    return [mediaType, streamOf(mediaType) === undefined ? media : streamText(document, mediaType, media)];
  });
  return Object.fromEntries(medias) as object;
}

/** Returns the schema of a multipart body that requires its parts but allows any content. */
function partsOf(document: Json, schema: unknown): unknown {
  const { required } = followed(document, schema) ?? {};
  return required === undefined ? { type: "object" } : { type: "object", required };
}

function streamText(document: Json, mediaType: string, { example, examples, ...media }: Json): Json {
  const texts = Object.entries((examples ?? {}) as { readonly [name: string]: Json }).map(([name, holder]) => [
    name,
    { value: textOf(mediaType, followed(document, holder)?.["value"]) },
  ]);
  return {
    ...(media["encoding"] === undefined ? {} : { encoding: media["encoding"] }),
    schema: { type: "string" },
    ...(example === undefined ? {} : { example: textOf(mediaType, example) }),
    ...(examples === undefined ? {} : { examples: Object.fromEntries(texts) as Json }),
  };
}
