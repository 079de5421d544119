import { isKeywrightError, TokenError } from "@keywright/core";
import { clientCredentials } from "@keywright/core/oauth";
import { createManagementClient } from "@keywright/management";
import { errorOf, expectSame, type Services } from "../program.ts";
import { keepPositions } from "../uses/keep-positions.ts";
import { observe } from "../uses/observe.ts";

/** Shares one token between two parallel calls, fails with a wrong secret, saves positions, and traces a call. */
export async function run(services: Services): Promise<string> {
  const { baseUrl, clientId, clientSecret } = services.management;
  const tokenUrl = `${baseUrl}/connect/token`;
  const requests: string[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    requests.push(new URL(url).pathname);
    return globalThis.fetch(url, init);
  };
  const token = clientCredentials({ tokenUrl, clientId, clientSecret, scope: "AuditLog.Read", fetch });
  const management = createManagementClient({ baseUrl, token });
  const read = async (): Promise<number> => (await management.raw.listAuditLogs({})).status;
  expectSame("two statuses", (await Promise.all([read(), read()])).join(), "200,200");
  expectSame("token requests", requests.length, 1);

  const wrong = clientCredentials({ tokenUrl, clientId, clientSecret: "wrong" });
  const refused = await errorOf("a wrong secret", () => createManagementClient({ baseUrl, token: wrong }).raw.listAuditLogs({}));
  expectSame("a wrong secret is a TokenError", isKeywrightError(refused) && refused instanceof TokenError, true);
  return ["1 token for 2 calls, a TokenError caught", await keepPositions(), await observe(services)].join(", ");
}
