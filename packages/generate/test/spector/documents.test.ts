import { describe, expect, it } from "vitest";
import { findOperation, type OpenApiDocument } from "./documents.ts";

function documentOf(url: string, paths: OpenApiDocument["paths"], version = "1"): OpenApiDocument {
  return { info: { version }, servers: [{ url }], paths };
}

describe("the operation of a request", () => {
  it("is found by method and path, with the values in the path decoded", () => {
    const document = documentOf("http://localhost:3000", { "/users/{name}/files": { get: { operationId: "read" }, put: { operationId: "write" } } });
    expect(findOperation(document, "put", "/users/a%20b/files")).toMatchObject({
      operation: { id: "write" },
      pathValues: { name: "a b" },
      prefix: "",
    });
    expect(findOperation(document, "delete", "/users/a/files")).toBeUndefined();
    expect(findOperation(document, "get", "/users/a/files/b")).toBeUndefined();
  });

  it("is that whose path says most literally", () => {
    const document = documentOf("{endpoint}", { "/users/{name}": { get: { operationId: "one" } }, "/users/me": { get: { operationId: "me" } } });
    expect(findOperation(document, "get", "/users/me?x=1")?.operation.id).toBe("me");
  });

  it("is behind the path of the server, whose variables the request has", () => {
    const document = documentOf("{endpoint}/shop/api-version:{version}", { "/users": { get: { operationId: "list" } } }, "v2");
    expect(findOperation(document, "get", "/shop/api-version\\:v2/users")?.prefix).toBe("/shop/api-version:v2");
  });

  it("is not that of another version", () => {
    const document = documentOf("{endpoint}/shop/api-version:{version}", { "/users": { get: { operationId: "list" } } }, "v1");
    expect(findOperation(document, "get", "/shop/api-version\\:v2/users")).toBeUndefined();
  });
});
