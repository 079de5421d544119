export { type Contract, ContractError, type ContractOperation, deref, type Json, operationsOf, readContract, schemasOf, withPlace } from "./contract.ts";
