import { expect, it, onTestFinished, vi } from "vitest";
import { services, tail, untimed } from "./support.ts";

const PLACE = "bucket audit at objects.example.com (--to)";
const KEYS = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
const OTHER_REGION = "set AWS_REGION to that of the bucket";

const xml =
  (status: number, body: string, headers: { readonly [name: string]: string } = {}) =>
  (): Promise<Response> =>
    Promise.resolve(new Response(body, { status, headers: { "content-type": "application/xml", ...headers } }));
const failing = (status: number, code: string, message: string, more = "", headers: { readonly [name: string]: string } = {}) =>
  xml(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message>${more}<RequestId>1</RequestId></Error>`, headers);

/** Runs a command whose object store responds like this, until it ends or retries. Returns its last line, too. */
async function withStore(args: readonly string[], respond: () => Promise<Response>) {
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "hidden-value");
  vi.stubEnv("AWS_REGION", "us-east-1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { env, fetch } = services();
  const stop = new AbortController();
  let said = "";
  let retried = "";
  const stderr = {
    write(text: string): void {
      said += untimed(text);
      if (!text.includes("writing again") || stop.signal.aborted) return;
      retried = untimed(text);
      stop.abort();
    },
  };
  const { code } = await tail([...args, "--to", "s3://audit/2026", "--no-checkpoint", "--since", "2020-01-01"], {
    env: { ...env, AWS_ENDPOINT_URL_S3: "https://objects.example.com" },
    fetch: (url, init) => (url.includes("objects.example.com") ? respond() : fetch(url, init)),
    stderr,
    signal: stop.signal,
  });
  expect(said).not.toContain("hidden-value");
  return { code, said: said.slice(said.indexOf("keywright-tail: ")), retried };
}

it.each<[string, () => Promise<Response>, number, string]>([
  [
    "a permission",
    failing(403, "AccessDenied", "Access Denied"),
    6,
    `AccessDenied (status 403): Access Denied: its credentials may not do this. Allow it in the policy of the user or the bucket\n`,
  ],
  [
    "a key",
    failing(403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.", "<AWSAccessKeyId>hidden-value</AWSAccessKeyId>"),
    6,
    `InvalidAccessKeyId (status 403): The AWS Access Key Id you provided does not exist in our records\nCorrect ${KEYS}\n`,
  ],
  [
    "a bucket",
    failing(404, "NoSuchBucket", "The specified bucket does not exist"),
    1,
    "NoSuchBucket (status 404): The specified bucket does not exist: its server has no such bucket. Create it, or correct the address\n",
  ],
  [
    "a region, by a header",
    failing(301, "PermanentRedirect", "Use the specified endpoint.", "", { "x-amz-bucket-region": "eu-west-1" }),
    1,
    `PermanentRedirect (status 301): Use the specified endpoint (its region is eu-west-1): ${OTHER_REGION}\n`,
  ],
  [
    "a region, in the response",
    failing(400, "AuthorizationHeaderMalformed", "the region 'us-east-1' is wrong", "<Region>eu-west-1</Region>"),
    1,
    `AuthorizationHeaderMalformed (status 400): the region 'us-east-1' is wrong (its region is eu-west-1): ${OTHER_REGION}\n`,
  ],
  ["no reason", xml(404, ""), 1, "status 404: the response has no reason of S3. Check AWS_ENDPOINT_URL_S3 and the proxy\n"],
])("an object store that rejects %s is named with its bucket, its code and its reason", async (_what, respond, code, said) => {
  expect(await withStore(["auditevents", "--once"], respond)).toMatchObject({ code, said: `keywright-tail: ${PLACE}: ${said}` });
});

it("an audit of a bucket that is absent names it", async () => {
  expect(await withStore(["audit", "auditevents"], failing(404, "NoSuchBucket", "The specified bucket does not exist"))).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${PLACE}: NoSuchBucket (status 404): `),
  });
});

it.each<[string, () => Promise<Response>, string]>([
  [
    "is away",
    async () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("connect ECONNREFUSED 192.0.2.2:443"), { code: "ECONNREFUSED" }) });
    },
    "the connection to the object store is lost (ECONNREFUSED): its server cannot be reached. Check that it runs, and AWS_ENDPOINT_URL_S3 and AWS_REGION",
  ],
  [
    "is behind a proxy that is away",
    async () => {
      const cause = Object.assign(new Error("connect ECONNREFUSED 192.0.2.3:3128"), { code: "ECONNREFUSED" });
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("no connection to the proxy", { cause }), {
          proxyAddress: "http://192.0.2.3:3128",
          option: "proxy",
          advice: "check it",
        }),
      });
    },
    "the connection to the object store is lost (ECONNREFUSED): its proxy http://192.0.2.3:3128 cannot be reached. Check --proxy, or the variable of the proxy in the environment",
  ],
  ["has no time", failing(503, "SlowDown", "Please reduce your request rate"), "the object store responds with status 503 (SlowDown)"],
])("an object store that %s is named at each retry", async (_what, respond, said) => {
  expect(await withStore(["auditevents", "--once"], respond)).toMatchObject({ retried: `auditevents: ${PLACE}: ${said}, writing again in 1 s\n` });
});
