import { followed, type Json } from "@keywright/generate/contract";
import { streamOf, textOf } from "@keywright/tool-test-kit/testing/contract-examples";

/**
 * Returns a contract that Prism can mock. Prism reads the parts of a multipart body as texts only and writes no streams, so any part is allowed, and the example of a
 * stream becomes its text.
 */
export function prismDocument(document: Json): Json {
  return withMedia(document, document) as Json;
}

function withMedia(document: Json, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => withMedia(document, item));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, name === "content" ? withContent(document, value) : withMedia(document, value)]),
  );
}

function withContent(document: Json, content: unknown): unknown {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return withMedia(document, content);
  return Object.fromEntries(
    Object.entries(content as { readonly [mediaType: string]: Json }).map(([mediaType, media]) => {
      if (/^multipart\//i.test(mediaType)) return [mediaType, { ...media, schema: partsOf(document, media["schema"]) }];
      return [mediaType, streamOf(mediaType) === undefined ? withMedia(document, media) : streamText(document, mediaType, media)];
    }),
  );
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
