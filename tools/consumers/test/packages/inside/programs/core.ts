import { isKeywrightError, TokenError } from "@keywright/core";
import { clientCredentials } from "@keywright/core/oauth";
import { createManagementClient } from "@keywright/management";
import { expectSame, type Services } from "../run-packages.ts";

/** Shares one token between two parallel calls, and fails with a wrong secret. */
export async function run({ management: { baseUrl, clientId, clientSecret } }: Services): Promise<string> {
  const tokenUrl = `${baseUrl}/connect/token`;
  let requests = 0;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    requests += 1;
    return globalThis.fetch(url, init);
  };
  const token = clientCredentials({ tokenUrl, clientId, clientSecret, scope: "AuditLog.Read", fetch });
  const { raw } = createManagementClient({ baseUrl, token });
  const answers = await Promise.all([raw.listAuditLogs({}), raw.listAuditLogs({})]);
  expectSame("two statuses", answers.map(({ status }) => status).join(), "200,200");
  expectSame("token requests", requests, 1);

  const wrong = clientCredentials({ tokenUrl, clientId, clientSecret: "wrong" });
  const error: unknown = await createManagementClient({ baseUrl, token: wrong })
    .raw.listAuditLogs({})
    .catch((reason: unknown) => reason);
  expectSame("a wrong secret is a TokenError", isKeywrightError(error) && error instanceof TokenError, true);
  return "1 token for 2 calls, a TokenError caught";
}
