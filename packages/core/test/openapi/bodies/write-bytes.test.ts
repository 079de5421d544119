import { expect, it } from "vitest";
import { ArgumentError, type Operation } from "../../../src/client.ts";
import { writeBytes, writeText } from "../../../src/openapi.ts";
import { createThing } from "../../support.ts";

const bodyOf = (mediaType: string): Operation => ({ ...createThing, body: { mediaType } });
const blob = (type: string): Blob => new Blob(["a"], { type });

it.each([
  ["image/png", blob("image/png"), "image/png"],
  ["image/*", blob("image/webp"), "image/webp"],
  ["image/png, image/webp", blob(""), "image/png"],
  ["*/*", new Uint8Array([1]), "application/octet-stream"],
])("writeBytes sends bytes of %s as they are", (allowed, content, mediaType) => {
  expect(writeBytes(bodyOf(allowed), content)).toEqual({ body: content, mediaType });
});

it.each([
  ["image/png", "text"],
  ["image/png", blob("text/plain")],
  ["image/*", blob("")],
])("writeBytes throws for %s and another value", (allowed, content) => {
  expect(() => writeBytes(bodyOf(allowed), content)).toThrow(ArgumentError);
});

it("writeText sends a string with the media type of the contract, and throws for another value", () => {
  expect(writeText(bodyOf("text/csv"), "a,b")).toEqual({ body: "a,b", mediaType: "text/csv" });
  expect(() => writeText(bodyOf("text/csv"), 7)).toThrow(ArgumentError);
});
