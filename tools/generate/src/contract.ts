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
  schemasOf,
  withPlace,
} from "@keywright/tool-contract";
