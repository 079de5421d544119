import document from "@keywright/management/openapi.json" with { type: "json" };
import { testContract } from "@keywright/tool-test-kit/testing";
import { operations } from "../src/generated/operations.ts";
import { createManagementClient } from "../src/index.ts";

testContract({ document, operations, createClient: createManagementClient });
