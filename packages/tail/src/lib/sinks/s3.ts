import { UsageError } from "@keywright/cli-kit";
import type { Environment } from "@keywright/core/node";
import type { S3SinkOptions } from "@keywright/sinks/s3";
import { checkClearText } from "../connections/clear-text.ts";
import { loadOptional } from "../connections/optional-package.ts";
import type { OpenSink, SinkContext } from "./sink.ts";
import { sdkHandler } from "./sdk-handler.ts";
import { sinkOptions } from "./sink-options.ts";

/** Objects in S3 or its like, once for each position. The SDK finds region and credentials. */
export const openS3: OpenSink<{ readonly url: string }> = async (job, { url }, context) => {
  const { s3Sink } = await import("@keywright/sinks/s3");
  const { bucket, prefix } = placeIn(url);
  const { close, ...calls } = await createCalls(bucket, context);
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

/** Returns the bucket of an address, and the beginning of its keys. */
export function placeIn(url: string): { readonly bucket: string; readonly prefix: string } {
  const { host, pathname } = new URL(url);
  return { bucket: host, prefix: pathname.replace(/^\/|\/$/g, "").replace(/(?<=.)$/, "/") };
}

/** Returns the AWS SDK, and a client that sends with the command's proxy and authorities. */
export async function createS3({ env, sender }: Pick<SinkContext, "env" | "sender">, maxAttempts: number) {
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
  return { sdk, client };
}

/** How the sink calls the store. */
type Calls = Pick<S3SinkOptions<never>, "put" | "head">;

async function createCalls(bucket: string, context: SinkContext): Promise<Calls & { close(): void }> {
  // The sink retries.
  const { client, sdk } = await createS3(context, 1);
  const { HeadObjectCommand, PutObjectCommand } = sdk;
  return {
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
