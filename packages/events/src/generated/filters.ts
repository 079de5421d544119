// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export {};
