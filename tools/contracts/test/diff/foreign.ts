import { documentContract, type Json } from "@keywright/generate/contract";

const ref = (name: string, beside: Json = {}): Json => ({ $ref: `#/components/schemas/${name}`, ...beside });
const json = (name: string): Json => ({ content: { "application/json": { schema: ref(name) } } });
const operation = (operationId: string, security: readonly Json[], name: string): Json => ({
  post: { operationId, security, requestBody: json(name), responses: { 200: { description: "Done.", ...json(name) } } },
});

/** A contract with what ours do not use: parts that say more of a property, several named credentials, and names that objects inherit. */
export const FOREIGN = documentContract("foreign", {
  openapi: "3.1.0",
  paths: {
    "/orders": operation("order", [{ adminAuth: ["write"] }, { basicAuth: [] }], "Order"),
    "/returns": operation("return", [{ userAuth: [] }, { key: [], basicAuth: [] }], "Return"),
  },
  components: {
    schemas: {
      Base: {
        type: "object",
        required: ["valueOf"],
        properties: {
          status: { type: "string", pattern: "^a", description: "The status." },
          valueOf: { type: "string", maxLength: 8 },
          tags: { type: "array", maxItems: 5, items: { type: "string", maxLength: 9 } },
          part: ref("Base"),
        },
      },
      Order: {
        allOf: [ref("Base")],
        description: "An order.",
        properties: {
          status: { enum: ["a", "ab"], pattern: "b?$", description: "The status of an order." },
          valueOf: { minLength: 2, format: "uuid" },
          tags: { minItems: 1, items: { minLength: 3 } },
          part: ref("Order"),
          toString: { type: "integer", maximum: 3 },
        },
      },
      Return: ref("Base", { required: ["status"], properties: { status: { const: "a" }, hasOwnProperty: { type: "boolean" } } }),
    },
    securitySchemes: {
      adminAuth: { type: "oauth2", flows: {} },
      userAuth: { type: "http", scheme: "bearer" },
      basicAuth: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
    },
  },
});
