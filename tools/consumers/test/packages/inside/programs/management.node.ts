import { createManagementClient } from "@keywright/management";
import { managementEnvironment } from "@keywright/management/node";
import { expectSame, type Services } from "../run-packages.ts";

/** Creates a client from the environment, which requests its own token. */
export async function run(services: Services): Promise<string> {
  const { baseUrl, clientId, clientSecret } = services.management;
  const env = { KEYWRIGHT_MANAGEMENT_URL: baseUrl, KEYWRIGHT_MANAGEMENT_CLIENT_ID: clientId, KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: clientSecret };
  const management = createManagementClient(managementEnvironment({ env }));
  expectSame("the first category", (await management.listAppCategories()).name, "Root");
  return "a client from the environment";
}
