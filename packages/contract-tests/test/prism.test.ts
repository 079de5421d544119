import { testEventsService, testManagementService, testVaultService } from "@keywright/contract-tests";
import { inject } from "vitest";

const mockOf = (service: string) => inject("mockUrls")[service] as string;
const mock = { name: "a Prism mock", token: "example-token", stateful: false };

testManagementService({ ...mock, baseUrl: () => mockOf("management") });
testVaultService({ ...mock, baseUrl: () => mockOf("vault") });
testEventsService({ ...mock, baseUrl: () => mockOf("events") });
