import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock } from "@keywright/core";
import { clientCredentials } from "@keywright/core/oauth";
import { createEventsClient } from "@keywright/events";

const CALLS = 1000;

/** What 1,000 calls at once led to. */
export interface TokenReport {
  readonly tokenRequests: number;
  readonly failedCalls: number;
}

/** A service with a token endpoint, which knows one valid token at a time. */
const service = { issued: 0, valid: "" };

function serve(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const json = (status: number, body: object, headers = {}): void =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  if (request.url === "/token") {
    service.issued += 1;
    service.valid = `token-${service.issued}`;
    json(200, { access_token: service.valid, token_type: "Bearer", expires_in: 3600 });
  } else if (request.headers.authorization === `Bearer ${service.valid}`) json(200, { uuid: "example", features: [] });
  else json(401, { status: 401, message: "the token is not valid" }, { "www-authenticate": 'Bearer error="invalid_token"' });
}

const server = createServer(serve);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let skippedMs = 0;
/** The platform's time, which can be put forward. */
const clock: Clock = {
  now: () => performance.now() + skippedMs,
  wallNow: () => Date.now() + skippedMs,
  after: (delayMs, callback) => setTimeout(callback, delayMs),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
  random: () => Math.random(),
};

/** A client that has used a token already, which then ends in some way. */
async function afterIts(end: () => void): Promise<TokenReport> {
  const token = clientCredentials({ tokenUrl: `${baseUrl}/token`, clientId: "example", clientSecret: "example-secret", clock });
  const client = createEventsClient({ baseUrl, token, clock });
  await client.introspect();
  end();
  const before = service.issued;
  const results = await Promise.allSettled(Array.from({ length: CALLS }, () => client.introspect()));
  return { tokenRequests: service.issued - before, failedCalls: results.filter(({ status }) => status === "rejected").length };
}

/** How many turns of the microtask queue pass before a request is handed over. */
async function turnsBeforeSending(token: string | ReturnType<typeof clientCredentials>): Promise<number> {
  const seen = { sent: false };
  const client = createEventsClient({
    baseUrl,
    token,
    fetch: () => {
      seen.sent = true;
      return Promise.resolve(new Response("{}", { headers: { "content-type": "application/json" } }));
    },
  });
  await client.introspect();
  seen.sent = false;
  const call = client.introspect();
  let turns = 0;
  while (!seen.sent && turns < 1000) {
    turns += 1;
    await undefined;
  }
  await call;
  return turns;
}

const expired = await afterIts(() => (skippedMs += 2 * 3_600_000));
const revoked = await afterIts(() => (service.valid = "another"));
const provider = clientCredentials({ tokenUrl: `${baseUrl}/token`, clientId: "example", clientSecret: "example-secret" });
const extraTurns = (await turnsBeforeSending(provider)) - (await turnsBeforeSending("example-token"));
console.log(JSON.stringify({ expired, revoked, extraTurns }));
process.exit();
