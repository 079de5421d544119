export {
  type Contract,
  ContractError,
  type ContractOperation,
  deref,
  type Json,
  operationsOf,
  readContract,
  type ReadOptions,
  schemasOf,
  withPlace,
} from "./contract.ts";
