import document from "@keywright/events/openapi.json" with { type: "json" };
import { testContract } from "@keywright/tool-test-kit/testing";
import { operations } from "../src/generated/operations.ts";
import { createEventsClient } from "../src/index.ts";

testContract({ document, operations, createClient: createEventsClient });
