// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export {};
