// For `@keywright/conformance`, which bundles it, and the generator: not a published entry.
export { checkReply } from "./lib/core/contract/check-reply.ts";
export { isJson } from "./lib/core/http/media-types.ts";
export { readOperations } from "./lib/core/schemas/operation-spec.ts";
export type { OperationSpec, ParameterSpec } from "./lib/core/schemas/operation-spec.ts";
export { compileSchemas, createCompiler } from "./lib/core/schemas/compile-schemas.ts";
export { createSchemaChecks } from "./lib/core/schemas/schema-checks.ts";
export type { SchemaChecks } from "./lib/core/schemas/schema-checks.ts";
export { plainName, secretNamesOf } from "./lib/core/schemas/secret-names.ts";
export { describeIssue } from "./lib/core/values/issues.ts";
export { isObject, objectAt } from "./lib/core/values/json.ts";
export type { Json } from "./lib/core/values/json.ts";
