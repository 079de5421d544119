import { testEventsService, testManagementService, testVaultService } from "@keywright/contract-tests";
import { inject } from "vitest";

const mock = { name: "a Prism mock", token: "example-token", stateful: false };

testManagementService({ ...mock, baseUrl: () => inject("mockUrls").management });
testVaultService({ ...mock, baseUrl: () => inject("mockUrls").vault });
testEventsService({ ...mock, baseUrl: () => inject("mockUrls").events });
