export {
  type Contract,
  ContractError,
  type ContractOperation,
  deref,
  describeRefused,
  type Json,
  operationsOf,
  problemOf,
  readContract,
  type ReadOptions,
  schemasOf,
  withPlace,
} from "@keywright/tool-contract";
