// What other tools need to read a contract the way the generator does.
export { bundledDocument } from "./bundled-document.ts";
export { ContractError, deref, operationsOf, readContract, schemasOf } from "./contract.ts";
export type { Contract, ContractOperation, Json } from "./contract.ts";
export { publicName } from "./schema-types.ts";
