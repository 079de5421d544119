import document from "@keywright/vault/openapi.json" with { type: "json" };
import { testContract } from "@keywright/tool-test-kit/testing";
import { operations } from "../src/generated/operations.ts";
import { createVaultClient } from "../src/index.ts";

testContract({ document, operations, createClient: createVaultClient });
