export { type Contract, ContractError, deref, followed, schemaKey, schemasOf, schemesOf } from "./contract.ts";
export { eachSchema } from "./each-schema.ts";
export { documentContract } from "./document-contract.ts";
export { type ExamplePages, examplePages } from "./example-pages.ts";
export { type Finding, formatFinding, type Place, sortFindings } from "./finding.ts";
export { eachNode, isObject, join, type Json, keysOf, ownOf, pointerOf, pointersOf, valueAt } from "./json.ts";
export type {
  Definition,
  Discriminator,
  Encoding,
  Example,
  ExclusiveGroup,
  FeedShape,
  FilterShape,
  MediaType,
  Named,
  OpenApi,
  Parameter,
  Place as ParameterPlace,
  RequestBody,
  Response,
  Schema,
  SecurityRequirement,
  SecurityScheme,
  Server,
} from "./model.ts";
export { type ContractOperation, listOf, METHODS, operationsOf, placeOf, problemOf, TAKEN_METHODS, withPlace } from "./operations.ts";
export { isServiceName, isVariableName } from "./variable-name.ts";
