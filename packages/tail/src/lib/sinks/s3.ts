import { UsageError } from "@keywright/cli-kit";
import type { Environment } from "@keywright/core/node";
import type { S3SinkOptions } from "@keywright/sinks/s3";
import { checkClearText } from "../connections/clear-text.ts";
import { loadOptional } from "../connections/optional-package.ts";
import { at } from "../connections/place.ts";
import type { RemoteAddress } from "../settings/settings.ts";
import { SINK_KINDS } from "../settings/sink-kinds.ts";
import type { OpenSink, SinkContext } from "./sink.ts";
import { sdkHandler } from "./sdk-handler.ts";
import { sinkOptions } from "./sink-options.ts";

/** Objects in S3 or its like, once for each position. The SDK finds region and credentials. */
export const openS3: OpenSink<RemoteAddress> = async (job, address, context) => {
  const { s3Sink } = await import("@keywright/sinks/s3");
  const { close, prefix, ...calls } = await createCalls(address, context);
  const sink = s3Sink({ ...sinkOptions(job, context), ...calls, store: context.store, prefix });
  return {
    handle: sink.handle,
    store: sink,
    async close() {
      await sink.close();
      close();
    },
  };
};

/**
 * Returns the address of a service that is not AWS.
 *
 * @throws UsageError if it is no address, or would send events in clear text.
 */
export function endpointOf(env: Environment): string | undefined {
  const name = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"].find((each) => env[each]);
  if (name === undefined) return undefined;
  const endpoint = String(env[name]);
  if (!URL.canParse(endpoint)) throw new UsageError(`${name} must be a whole address, such as https://HOST`);
  checkClearText(name, new URL(endpoint));
  return endpoint;
}

/**
 * Returns the AWS SDK, a client that sends with the command's proxy and authorities, and the bucket
 * of an address with the beginning of its keys. Errors of the client name the bucket.
 */
export async function createS3({ url, setting }: RemoteAddress, { env, sender }: Pick<SinkContext, "env" | "sender">, maxAttempts: number) {
  const sdk = await loadOptional("an address of S3", "@aws-sdk/client-s3", () => import("@aws-sdk/client-s3"));
  const endpoint = endpointOf(env);
  const client = new sdk.S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts,
    // The checksum of an object is that of its compressed bytes, and `fetch` decompresses them.
    responseChecksumValidation: "WHEN_REQUIRED",
    // undici does not send the header.
    expectContinueHeader: false,
    requestHandler: sdkHandler(sender),
  });
  const { host: bucket, pathname } = new URL(url);
  const place = {
    name: `bucket ${bucket}${endpoint === undefined ? "" : ` at ${new URL(endpoint).host}`} (${setting})`,
    address: "AWS_ENDPOINT_URL_S3 and AWS_REGION",
    variables: SINK_KINDS.s3.variables,
  };
  client.middlewareStack.add((next) => (call) => at(place, next(call)), { step: "initialize" });
  return { sdk, client, bucket, prefix: pathname.replace(/^\/|\/$/g, "").replace(/(?<=.)$/, "/") };
}

/** How the sink calls the store. */
type Calls = Pick<S3SinkOptions<never>, "put" | "head" | "prefix">;

async function createCalls(address: RemoteAddress, context: SinkContext): Promise<Calls & { close(): void }> {
  // The sink retries.
  const { client, sdk, bucket, prefix } = await createS3(address, context, 1);
  const { HeadObjectCommand, PutObjectCommand } = sdk;
  return {
    prefix,
    put: ({ key, body, headers }, { signal }) =>
      client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentType: headers["content-type"],
          ContentEncoding: headers["content-encoding"],
          IfNoneMatch: headers["if-none-match"],
          IfMatch: headers["if-match"],
          Metadata: { keywright: headers["x-amz-meta-keywright"] },
        }),
        { abortSignal: signal },
      ),
    async head(key, { signal }) {
      const { ETag: etag, Metadata } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: signal });
      return { etag, mark: Metadata?.["keywright"] };
    },
    close: () => client.destroy(),
  };
}
